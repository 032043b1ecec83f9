"""Routes for clients of the Hugging Face Hub, with the paths and answers that they expect.

accounts.py      whoami, and validation of model cards
repositories.py  create, delete, move, settings, information, lists
commits.py       preupload, commits, squashing, history
making.py        makes commits, batching those queued for the same branch
absent.py        refusals of Hub features that are not supported
files.py         trees, paths, and file downloads
refs.py          branches and tags
lfs.py           large files: git-lfs batch, multipart, verification
"""
