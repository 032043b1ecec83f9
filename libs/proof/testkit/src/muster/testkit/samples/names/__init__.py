"""A small deciding service to test the mould with: organisations take names, as many as their quota allows.

records.py    commands, facts, and another service's fact; topics
core.py       PURE: decide, evolve, what time brings
service.py    the declaration, with topics of a test's own
process.py    a process that decides, to be killed

A name is unique over all organisations, and a quota counts an organisation's names: invariants across
entities. Names may be taken for a while and then expire: time. An organisation that leaves loses its names, a
few at a time: another service's fact, and work that goes on by deadlines.
"""
