"""PURE. Decisions about evaluations.

decisions  decide, evolve, and what follows from work
golden     golden sets and configs: what is in force, what is refused
proposals  cases that are proposed for a golden set, and the decisions about them
runs       one evaluation from its start to its end
probes     how often changed answers mislead a judge
anchors    kept answers, scored as answers in production are
plans      the plan of an evaluation, or why it must not start
triggers   versions that are evaluated by themselves
serving    the job that serves a run's version, from its address to its end
jobs       commands about that job
verdicts   the scores of a run as facts: means, gate
statuses   what a run is at a code host
comparisons two evaluations of one golden set, case by case
reporting  a verdict as text, Markdown, JUnit XML, SARIF and HTML; scores by version
orders     an order to a worker, and its result
scoring    the score of one answer
judges     the judge of a config: its identity, its cases, and what is reported about it
versions   versions that may be evaluated, and the one in production
reach      triggers, and the job that serves, as models
documents  a config and a golden case as models
subsets    locked, live and held-out cases, and errors about these
held_out   which runs ask held-out cases, and how often they were used
violations errors of models, in this system's words
kinds      kinds of golden cases, the fields of each, and provenance
gating     the statistics of a gate
spending   reservations of a run: made at its worst, settled by what was used
prices     prices of models' tokens
labels     scores of answers by people
removals   labels that are removed
labelling  queue of answers that people are to score
calibration  a judge beside people
caps       the cap of a run
daily      limit of automatic runs in one day
requests   requests to commands, and what they are about
state      the entities
rows       facts as rows of the tables
"""
