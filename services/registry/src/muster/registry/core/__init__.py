"""PURE. Decisions of the registry, and the state that they are based on.

Each module and package imports only those below it:

decisions.py     decide, evolve and due work: dispatches to the modules below
about.py         subjects of commands
requests.py      commands built from requests
rows.py          table rows of facts
federation/      answers of other registries to a search, checked and merged; optional
documents.py     search documents
lineage/         origins of versions, and what derives from them
tracking/        runs, numbered versions, aliases
prewarming/      the repositories that a CDN should hold; optional
deltas/          xorbs of fine-tunes stored as deltas; optional
commits.py       commits on branches; release of unreachable commits, piece by piece
repositories/    repositories, grants, branches and tags
versions/        verdicts of scanners and gates about versions and their content; pointers to versions
quarantine.py    closing and releasing of files
storage/         bytes: uploads, quotas, files in chunks, unused objects
contents.py      index of the repositories that have some content, with its path
access.py        access: who may see, read, change and administer a repository, and read its content
references.py    commits by reference: their ids, the objects of their files, counted uses
names.py         rules for names of repositories, branches, tags and files
state.py         entities
"""
