"""PURE. Scores of answers, shared by services that evaluate models.

rubric  deterministic checks that run before any judge
"""
