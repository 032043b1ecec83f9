"""The log on Kafka.

journal.py     KafkaJournal: makes readers, producers and sequencers
settings.py    the clients' settings, and why
reader.py      reading, with manual assignment
producer.py    single records
sequencer.py   transactions under one id
failures.py    translates librdkafka's errors
client_log.py  librdkafka's log lines, at a limited rate
settled.py     whether all transactions on some topics have ended
"""

from muster.journal.kafka.journal import KafkaJournal

__all__ = ["KafkaJournal"]
