"""Ways to read, the same on Kafka and in memory.

intake   what every reader does with a record: decode it, or write a dead letter, or stop
merged   the facts of all partitions of a topic in one order
order    that order, and up to where it is complete
runner   feeds a handler, at least once
"""
