"""Files stored in chunks: their xorbs and records in the store, as every client's routes read them.

xorb_store.py    xorbs and records in the store, and their verification
located.py       where the bytes of xorbs can be read
whole_copies.py  whole copies of chunked files, served to clients without hf_xet
tables.py        queries: files uploaded whole and stored in chunks; xorbs of an organisation
"""
