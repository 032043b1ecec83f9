"""The routes.

sets    golden sets
configs eval configs
evals   evaluations: start one, read verdicts and results
seen    queries of the tables
"""
