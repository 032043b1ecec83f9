"""What is stored already, stored in less: in the background, and unseen by who reads it.

reactor.py      what the role follows
whole.py        what is asked of it
repacker.py     a file that came whole, from its bytes to the command that says where its chunks lie
chunk_index.py  where the chunks of an organisation lie, in segments on disk
differences.py  the xorbs of a fine-tune, held as differences from those of its base
pieces.py       how a xorb is told, of how the files in it are
versions.py     which files of a version lie in chunks
asking.py       commands about one object
tables.py       what the tables know of all this
copying.py      whole copies of chunked files that are read often
"""
