"""PURE. What is known about versions and their content, and what follows from it.

contents.py    which repositories have some content, and where
verdicts.py    what a scanner says about content closes it, or opens it again
readers.py     who reads some content, by what is known about it
promotable.py  which versions may go to production, as a table
gates.py       gates of versions: pending, decided, or without a verdict
drifting.py    marks of versions whose quality has moved in production
promotion.py   scores of versions, and pointers to versions
rows.py        their facts as rows of the tables
"""
