"""PURE. Versions and their content: verdicts, read access, gates, drift and promotion.

contents.py    index of the repositories that have some content, with its path
verdicts.py    verdicts of scanners, which close content or reopen it
readers.py     read access to content, by quarantine and scan policy
promotable.py  which versions may go to production, as a table
gates.py       gates of versions: pending, decided, or without a verdict
drifting.py    marks of versions whose quality has moved in production
promotion.py   scores of versions, and pointers to versions
rows.py        table rows of their facts
"""
