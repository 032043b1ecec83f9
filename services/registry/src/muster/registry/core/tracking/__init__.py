"""Runs of experiments, models that runs logged, versions of models, and names that lead to these. PURE.

An experiment is a repository: its runs keep their files on branches of it. A registered model is one,
too, and a version is a number that one of its commits has. What runs measure is not decided: it is told
(`run-events`), a thousand values at once, and nothing follows from it.
"""
