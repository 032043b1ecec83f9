"""The xet protocol, by which clients with hf_xet upload and download chunks, below `/xet/REPOSITORY`.

tokens.py           address and token for a repository's chunks
asked.py            helpers of the routes
kept.py             xorbs and records in the store, and their verification
xorbs.py            xorb uploads, to the store or through this API
shards.py           shard uploads: verify and register files
chunks.py           global deduplication: find stored chunks
reconstructions.py  places of a file's chunks, with signed addresses
plain.py            restores xorbs that are stored as deltas
bridge.py           assembles files for clients without hf_xet
whole_copies.py     whole copies of chunked files, served to clients without hf_xet
"""
