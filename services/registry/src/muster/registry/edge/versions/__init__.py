"""Versions and their content: verdicts, gates, pointers, and read access.

queries.py    queries: verdicts, closed content, scores, gates, promotions
guard.py      read access to files
routes.py     API: versions, pointers, closed content, the organisation's scan policy
"""
