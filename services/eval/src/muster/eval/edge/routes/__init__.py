"""The routes.

sets      golden sets
proposals cases that are proposed for a golden set
history   scores of a golden set's cases over runs
configs   eval configs
evals     evaluations: start one, read verdicts and results
money     prices of tokens, and the limit of automatic evaluations
queries   statements that ask the tables
"""
