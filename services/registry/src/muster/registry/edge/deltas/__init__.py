"""Stores the xorbs of fine-tunes as deltas from those of their base, and restores them for readers.

Readers know only `chunked/located.py`; other parts of the edge import only the door.

door.py       a locator for readers, and the reactor
restoring.py  restores xorbs when they are read, and keeps the copies for a day or two
reactor.py    reactor: which facts start which work
tasks.py      tasks of the reactor
encoding.py   stores the xorbs of a version as deltas
pieces.py     derives the delta segments of a xorb from those of the files in it
versions.py   lists the files of a version that are stored in chunks
tables.py     queries: deltas and their bases, origins of versions
"""
