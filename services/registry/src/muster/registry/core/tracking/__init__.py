"""Runs of experiments, logged models, model versions and aliases. PURE.

An experiment is a repository: its runs keep their files on branches of it. A registered model is also a
repository, and a version is a number of one of its commits. Metrics of runs are not decided here: they are
reported as facts (`run-events`), a thousand values at once, and trigger nothing.

The core knows only the door: it decides commands, folds facts, maps both kinds of facts to rows, and forgets
a deleted repository. This package knows of the core repositories, who may change them, uses of commits, and
the gates and pointers of versions; nothing of storage, lineage or scans.

door.py      decides, folds, and maps to rows
runs.py      runs and logged models
models.py    registered models: descriptions, versions, aliases
entities.py  entities
limits.py    limits of names, values and texts
rows.py      table rows
tables.py    tables
"""
