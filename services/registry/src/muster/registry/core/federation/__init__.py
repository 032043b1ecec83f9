"""Answers of other registries to a search: parsed, and merged with our own. PURE.

Other parts of the core and the routes import only the door.

door.py     merges what several registries have found
answers.py  parses their answers, which are untrusted
"""
