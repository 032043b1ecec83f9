"""The log on Kafka.

journal.py     KafkaJournal: where readers, producers and sequencers come from
settings.py    what the clients are told, and why
reader.py      reading, assigned by hand
producer.py    single records
sequencer.py   transactions under one id
failures.py    librdkafka's errors in our words
"""

from muster.journal.kafka.journal import KafkaJournal

__all__ = ["KafkaJournal"]
