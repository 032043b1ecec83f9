"""PURE. Which facts are worth an alert, what it says, and where it goes.

rules.toml    the rules: which fact, how urgent, what to say. A service that comes later adds rows
rules.py      their types, and reading them
wording.py    a fact's fields in a sentence
state.py      the entities
decisions.py  decide and evolve
requests.py   requests as commands
rows.py       facts as rows of the tables
"""
