"""PURE. Quality of production: samples judged as the version was evaluated.

judging    samples of a subgroup: in turn, within a daily limit, as points on charts
baselines  scores of a version's evaluation, checks of the judge, alarms that are held until then
episodes   alarms about judged samples: rollback, golden cases
orders     orders to a worker, and what it reports
directory  judges, prices, names of models and versions in production, as other services state them
"""
