"""PURE. The gate: whether a run's scores show that a version is good enough, and no worse than production.

decision  verdicts of tasks and of the gate, with Holm over the claims of failure
wording   sentences about them
planning  how many cases would decide, and terms that can never pass
bounds    confidence bounds of a mean, by the method that its cases allow
samples   the cases that count, in the order of the run
terms     the conditions, and what an undecided gate means
"""
