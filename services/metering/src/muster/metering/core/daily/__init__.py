"""PURE. What a team, a project or a model is charged on complete days, and which days stand out.

kept.py       the entities
comparing.py  a complete day beside those before it
"""
