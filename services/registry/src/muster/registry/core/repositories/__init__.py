"""PURE. Repositories: names, access, branches and tags, cards.

names.py         rules for names of repositories, branches, tags and files
access.py        access rules: who may read, write and administer a repository
repositories.py  create, rename, delete; visibility; the access level that a command requires
grants.py        grants to users, teams and organisations
refs.py          branches and tags
cards.py         metadata in the README
"""
