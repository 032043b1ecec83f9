"""Questions, which change nothing: why a job is where it is, and when it will start (ADR 22).

explain    the whole answer about one job
standing   who goes first, and why
start      when it will start, as a range (from demand and wave)
changes    what would let it start now (found by trial, a pass in thought)
placement  why it was put there, and what the next best place is
wording    all of it in words
"""
