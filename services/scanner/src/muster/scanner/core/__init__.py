"""Decisions, and the state that follows. PURE.

state.py      the entities
contents.py   content that commits add, and whether it has to be scanned
scans.py      a scan from its order to its verdict: results, deaths, stores that do not answer
orders.py     orders to workers, and their results
rules.py      active rules, and rescans when they change
reviews.py    rescans, reviews and overrides that people request
decisions.py  decide, evolve and deadlines: dispatch to the above
requests.py   requests as commands
rows.py       facts as rows of the tables
"""
