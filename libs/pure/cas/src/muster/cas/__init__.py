"""The content store's formats, as the xet protocol has them: pure, without a word about where bytes lie.

hashing          chunks, Merkle trees, xorbs, files, proofs of ranges; the hexadecimal form
chunking         a stream cut into chunks where its content says so
xorbs            up to 8,192 chunks in one object: encoded, decoded, verified piece by piece
chunk_lists      which chunks a xorb holds and where: the footer of xorbs, kept beside each one
shards           the content of an upload: files as ranges of chunks, new xorbs; the answer about a chunk
repeats          xorbs that hold chunks several times: each chunk once, and files moved to these
reconstructions  a file, or a range of it, as byte ranges of xorbs
cutting          a file from its bytes to new xorbs and where its chunks lie, referring to what is known
naming           names of content: its hash, and the key that it is encrypted with
fixed            the same file as chunks of 64 MiB by SHA-256, for clients that do not cut
chunked_file     a file in xorbs, read anywhere
index            where each chunk lies: sorted segments, made again from chunk lists at will
lz4_frames       LZ4 frames, unpacked within a bound
compiled         the loops over single bytes, by numba
errors           errors about bytes that a client sent
gear             the table of the gear hash by which chunks are cut

Facts of the formats: huggingface.co/docs/xet and the public source of xet-core (formats, constants).
"""
