"""Runs, from a trigger or a request to their end. PURE.

lifecycle  one evaluation from its start to its end
plans      the plan of an evaluation, or why it must not start
triggers   versions that are evaluated by themselves
orders     an order to a worker, and its result
serving    the job that serves a run's version, from its address to its end
jobs       commands about that job
probes     how often changed answers mislead a judge
anchors    kept answers, scored as answers in production are
statuses   what a run is at a code host
"""
