"""Runs of experiments, logged models, model versions and aliases. PURE.

An experiment is a repository: its runs keep their files on branches of it. A registered model is also a
repository, and a version is a number of one of its commits. Metrics of runs are not decided here: they are
reported as facts (`run-events`), a thousand values at once, and trigger nothing.
"""
