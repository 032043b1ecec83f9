"""PURE. Decisions about evaluations.

decisions   decide, evolve, and what follows from work
state       the entities
requests    requests to commands, and what they are about
configs     configs and golden cases as models
golden      golden sets and configs: what is in force, what is rejected
proposals   cases that are proposed for a golden set, and the decisions about them
held_out    which runs ask held-out cases, and how often they were used
runs        runs, from a trigger or a request to their end
money       prices, caps, the limit of a day
judges      the judge of a config: its identity, its cases, and what is reported about it
scoring     the score of one answer
versions    versions that may be evaluated, and the one in production
verdicts    the scores of a run as facts: means, gate
gating      the statistics of a gate
comparisons two evaluations of one golden set, case by case
people      scores by people, beside the judge's
reporting   a verdict as text, Markdown, JUnit XML, SARIF and HTML; scores by version
rows        facts as rows of the tables
"""
