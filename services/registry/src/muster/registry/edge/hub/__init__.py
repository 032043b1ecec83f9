"""The routes that clients of the Hugging Face Hub use, at the paths and with the answers they expect.

errors.py        refusals, as these clients tell them apart
asked.py         who asks, for which repository and revision, and what they may
accounts.py      whoami, and the check of a card
repositories.py  create, delete, move, settings, information, lists
commits.py       how files are to be sent, commits, history
making.py        commits are made, those that wait for one branch together
absent.py        refusals of what is not offered here
files.py         trees, paths, the files themselves
refs.py          branches and tags
lfs.py           large files: git-lfs batch, parts, verification
bodies.py        request bodies; unknown fields are ignored
storing.py       objects and copies that this API itself puts into the store
"""
