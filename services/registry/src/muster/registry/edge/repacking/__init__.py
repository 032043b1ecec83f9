"""Repacking: stores existing content in less space, in the background and invisibly to readers.

reactor.py      reactors: which facts and marks start which work
tasks.py        tasks: a whole file to repack
repacker.py     repacks a whole file into chunks, up to the command that registers its chunks
chunk_index.py  index of an organisation's chunks, in segments on disk
copying.py      makes whole copies of chunked files that are read often
"""
