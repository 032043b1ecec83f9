"""PURE. What is decided, and the state that follows.

state.py         the entities
repositories/    their names, who may use them, branches and tags
commits.py       a branch moves; commits that no name leads to are given up, piece by piece
storage/         bytes: uploads, quotas, files in chunks, what nothing refers to
versions/        what a scanner and gates say about versions and their content, and pointers to versions
quarantine.py    files, or one content, that nobody reads without a grant
lineage/         what comes from what
tracking/        runs, versions with numbers, aliases
documents.py     what a search finds
about.py         what a command is about
decisions.py     decide, evolve and what is due: which of the above answers what
requests.py      requests as commands
rows.py          facts as rows of the tables
federation.py    answers of other registries to a search, checked and merged
"""
