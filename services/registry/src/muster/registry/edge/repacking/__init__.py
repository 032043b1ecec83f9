"""Files that came whole, cut into chunks in the background.

reactor.py      what the role follows
whole.py        what the repacker is asked
repacker.py     one file from its bytes to the command that says where its chunks lie
chunk_index.py  where the chunks of an organisation lie, in segments on disk
tables.py       what the tables know of repacked files
"""
