"""The routes.

sets    golden sets
configs eval configs
evals   evaluations: start one, read verdicts and results
queries statements that ask the tables
"""
