"""Processes that tests kill, stop and resume; each runs by name: `python -m muster.testkit.processes.NAME`.

scheduler  the scheduler on topics with a suffix
projector  submit's projector on a view of its own
reactor    one reactor that posts lease renewals
tally      leads a tally
window     sums lease epochs over windows of a minute
"""
