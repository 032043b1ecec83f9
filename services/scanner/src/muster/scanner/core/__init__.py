"""PURE. What is decided, and the state that follows.

state.py      the entities
contents.py   what commits bring, and what of it has to be scanned
scans.py      a scan from its order to its verdict: results, deaths, stores that do not answer
orders.py     what a worker is told, and what it answers
rules.py      which rules judge, and what is scanned again when others do
reviews.py    what reviewers and operators say of content
decisions.py  decide, evolve and what is due: which of the above answers what
requests.py   requests as commands
rows.py       facts as rows of the tables
"""
