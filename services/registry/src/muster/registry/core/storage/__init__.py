"""PURE. Stored bytes: ownership and lifetime.

uploads.py        upload reservations, proofs that uploads are stored, quotas
files.py          files stored as chunks in xorbs
repacking.py      files uploaded whole, repacked into chunks
holding.py        objects that an organisation holds, and the bytes that it keeps for them
downloading.py    download counts by organisation and by repository
quota_notices.py  notices to organisations that near a quota
tiering.py        storage tiers of objects, by the time since their last read
collecting.py     deletion of unused objects, a day after they are marked
cached_copies.py  keys and lifetimes of cached copies
encryption.py     the key that an organisation's objects are encrypted with
checking.py       findings about stored bytes: damaged, absent, sound again
"""
