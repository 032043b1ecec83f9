"""PURE. A repository: its name, who may use it, what leads to its versions.

names.py         names of repositories, branches, tags and files: what is allowed
access.py        who may read, write and administer it
repositories.py  creating, moving, deleting; visibility; what the sender of a command must be allowed
grants.py        who else may
refs.py          branches and tags
cards.py         what its README says of it
"""
