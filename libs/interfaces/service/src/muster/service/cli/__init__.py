"""Commands for all services.

audit.py        `muster audit`: the log is replayed, every decision compared
identity.py     `muster identity`: tokens, members and teams of the stack on this machine
projections.py  `muster projections`: how far each is behind the log; rebuilding one
"""
