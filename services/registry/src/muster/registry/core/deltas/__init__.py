"""Xorbs of fine-tunes stored as deltas from those of their base. PURE.

Other parts of the core import only the door.

door.py      decides and folds which xorbs are stored as deltas, and their table rows
entities.py  entities, and limits of a delta
"""
