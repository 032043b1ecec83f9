"""PURE. Repositories: their settings, grants, branches and tags, cards.

repositories.py  create, rename, delete; visibility; the access level that a command requires
grants.py        grants to users, teams and organisations
refs.py          branches and tags
cards.py         metadata in the README
"""
