"""Records as the log holds them: bytes, written by a schema.

codec          envelopes to bytes and back, in the wire format of the schema registry
registry       the schema registry: ids of schemas, schemas by id
schema_lookup  the same, asked in the background
partitioner    key to partition, as Kafka's clients do it
"""
