"""Repositories that a CDN should hold before they are read. PURE.

door.py  ranks the repositories that are downloaded most, once a UTC day
"""
