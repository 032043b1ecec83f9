"""Prewarms a CDN. Other parts of the edge import only the door.

door.py    sends the most downloaded content to the CDN's hook, each day
tables.py  queries: the objects that clients fetch to read a repository
"""
