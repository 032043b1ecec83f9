"""PURE. Golden sets before they are put in force.

importing  cases from files of other tools
checking   near-duplicates, and cases that stand in training text
lines      cases as lines of their sets
configs    how a config has answers scored: endpoints, checks, the judge
"""
