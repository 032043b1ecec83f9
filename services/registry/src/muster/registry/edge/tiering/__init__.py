"""What is read often lies near; what is seldom read lies where that is cheap.

reactor.py      what the role follows
placing.py      objects that have changed their tier: where they are to lie, and what the store says
hot.py          chunks that were read lately, in a folder on a local disk
cdn.py          addresses at a CDN before the store
prewarming.py   what is downloaded most is told to the CDN each day
tables.py       what the tables know of tiers
"""
