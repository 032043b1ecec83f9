"""Searches in other registries. Routes import only the door.

door.py     queries the registries that a caller may search, in parallel
queries.py  queries of one registry, and their answers
"""
