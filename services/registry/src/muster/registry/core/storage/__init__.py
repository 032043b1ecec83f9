"""PURE. Bytes: who has them, and until when.

uploads.py     room for what is about to be stored, proof that it is, quotas
files.py       files that lie in chunks of xorbs
repacking.py   a file that came whole is held as chunks
holding.py     what an organisation holds of an object, and of what it consists
downloading.py what is downloaded, by organisation and by repository
nearing.py     an organisation nears a quota
tiering.py     how long ago objects were read says in which tier they are
collecting.py  what nothing refers to is condemned, and a day later deleted
cached_copies.py  copies that count as cache: where, and for how long
differences.py  xorbs stored as deltas of others
encryption.py  the key that an organisation's objects are encrypted with
checking.py    findings about stored bytes: damaged, absent, sound again
ranking.py     the repositories that are downloaded most, once a UTC day
"""
