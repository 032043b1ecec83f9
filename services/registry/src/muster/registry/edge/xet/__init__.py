"""The protocol by which clients with hf_xet send and fetch chunks of files, below `/xet/REPOSITORY`.

tokens.py           where a repository's chunks are, and with which token
asked.py            who asks, for which repository
kept.py             xorbs and records in the store: proven, and what they hold
xorbs.py            xorbs come in: at an address of the store, or here
shards.py           what an upload tells is proven, and registered
chunks.py           what is stored already
reconstructions.py  where the chunks of a file lie
plain.py            xorbs that are held as differences, made plain for who reads them
bridge.py           a file put together for clients without hf_xet
whole_copies.py     whole copies of chunked files, served to clients without hf_xet
"""
