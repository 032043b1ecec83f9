"""PURE. Decisions about evaluations.

decisions  decide, evolve, and what follows from work
golden     golden sets and configs: what is in force, what is refused
runs       one evaluation from its start to its end
verdicts   the scores of a run as facts: means, gate
orders     an order to a worker, and its result
scoring    the score of one answer
versions   versions that may be evaluated, and the one in production
documents  a config and a golden case as models, and their errors
gating     the statistics of a gate
spending   reservations of a run: made at its worst, settled by what was used
prices     prices of models' tokens
caps       the cap of a run
daily      limit of automatic runs in one day
stopped    results of a run that stopped at its cap which count
requests   requests to commands, and what they are about
state      the entities
rows       facts as rows of the tables
"""
