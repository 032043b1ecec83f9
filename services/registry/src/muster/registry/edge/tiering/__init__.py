"""Storage tiers: frequently read content is cached nearby, rarely read content moves to cheap storage.

reactor.py      reactor of the role
placement.py    moves objects whose tier has changed, and reports their storage class
hot.py          cache of recently read chunks on a local disk
tables.py       queries: tiers of objects and repositories, the tier rule
"""
