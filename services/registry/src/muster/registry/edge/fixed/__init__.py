"""Uploads in fixed chunks of 64 MiB, identified by SHA-256, for clients without content-defined chunking.

routes.py      find missing chunks; assemble a file from chunks; read the manifest of a file
assembly.py    assembles a file from stored chunks: reads it once, chunks it by content, registers it
tables.py      queries: fixed chunks that an organisation has, and where they are stored
"""
