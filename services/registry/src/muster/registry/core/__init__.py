"""PURE. Decisions of the registry, and the state that they are based on.

state.py         entities
repositories/    names, access, branches and tags of repositories
commits.py       commits on branches; release of unreachable commits, piece by piece
storage/         bytes: uploads, quotas, files in chunks, unused objects
versions/        verdicts of scanners and gates about versions and their content; pointers to versions
quarantine.py    closing and releasing of files
lineage/         origins of versions, and what derives from them
tracking/        runs, numbered versions, aliases
documents.py     search documents
about.py         subjects of commands
decisions.py     decide, evolve and due work: dispatches to the modules above
requests.py      commands built from requests
rows.py          table rows of facts
federation.py    answers of other registries to a search, checked and merged
"""
