"""PURE. Facts that raise alerts, their texts and their destinations.

rules.toml    the rules: fact, severity and text. A new service adds its rows
rules.py      types of the rules, and their loading
wording.py    formatting of a fact's fields in a sentence
state.py      the entities
decisions.py  decide and evolve
requests.py   requests as commands
rows.py       facts as rows of the tables
"""
