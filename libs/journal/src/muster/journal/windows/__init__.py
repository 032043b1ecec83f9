"""Windowed aggregates on faust-streaming: live usage, drift series. The only package that knows faust.

rows.py        PURE. content of a window; progress of a partition
fold.py        PURE. which windows an event changes and closes
closing.py     protocol of sinks that closed windows go to
worker.py      faust reads, the fold counts, sinks store
committed.py   faust's consumer, made to read committed records only

Open windows are figures that people watch, and can be recomputed from the topic. Closed windows may be the
input of a decider (ADR 163). Nothing here bills. Only `worker` and `committed` need the extra `windows`:
pip install muster-journal[windows].
"""
