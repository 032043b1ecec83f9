"""Archives and compressed streams, read without trusting what they claim about themselves.

zips     zip, by its directory and its members' own headers, which must agree
tars     tar
packed   gzip, bzip2, xz, lzma, zlib, lz4, zstandard: the first bytes are kept, all are counted
"""
