"""Files by fixed chunks, 64 MiB each and known by their SHA-256, for clients that cut nothing by content.

routes.py      which chunks are wanted; a file of chunks; the manifest of a file
assembling.py  a file of chunks that are there: read once, cut as all files are, registered
tables.py      which fixed chunks an organisation has, and where
"""
