"""PURE. Versions and their content: verdicts, gates, drift and promotion.

verdicts.py    verdicts of scanners, which close content or reopen it
promotable.py  which versions may go to production, as a table
gates.py       gates of versions: pending, decided, or without a verdict
drifting.py    marks of versions whose quality has moved in production
promotion.py   scores of versions, and pointers to versions
rows.py        table rows of their facts
"""
