"""Repacking: stores existing content in less space, in the background and invisibly to readers.

reactor.py      reactors: which facts and marks start which work
whole.py        work items: a whole file to repack, a version to store as deltas
repacker.py     repacks a whole file into chunks, up to the command that registers its chunks
chunk_index.py  index of an organisation's chunks, in segments on disk
differences.py  stores the xorbs of a fine-tune as deltas from those of its base
pieces.py       derives the delta segments of a xorb from those of the files in it
versions.py     lists the files of a version that are stored in chunks
asking.py       sends commands about one object and waits for them
tables.py       queries: repacked files, deltas, origins of versions
copying.py      makes whole copies of chunked files that are read often
"""
