"""The xet protocol, by which clients with hf_xet upload and download chunks, below `/xet/REPOSITORY`.

tokens.py           address and token for a repository's chunks
lookup.py           hashes, paths and stored objects as the routes look them up
xorbs.py            xorb uploads, to the store or through this API
repeats.py          stores xorbs with repeated chunks without their repeats
shards.py           shard uploads: verify and register files
chunks.py           global deduplication: find stored chunks
reconstructions.py  places of a file's chunks, with signed addresses
bridge.py           assembles files for clients without hf_xet
"""
