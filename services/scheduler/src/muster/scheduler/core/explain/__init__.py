"""Read-only queries: why a job waits or runs where it does, and when it will start (ADR 22).

explain    the whole answer about one job
standing   its position in the scheduling order, and which jobs are ahead
start      its estimated start, as a range (uses core.starts)
run_times  how long a job would run, before it is submitted
changes    changes that would let it start now (found by `trial`, a scheduling pass that is undone)
placement  why it was placed where it is, and the next best placement
yielding   jobs that yield to it, or the job that it yielded to and its last checkpoint
wording    the answer as sentences
"""
