"""Windowed aggregates on faust-streaming: live usage, drift series. The only package that knows faust.

fold.py       PURE. the value of a window, independent of the order and repetition of events
worker.py     faust reads, the fold counts, a sink stores
committed.py  faust's consumer, made to read committed records only

For figures that people watch and that can be recomputed from the topic; NEVER for billing or decisions
(ADR 33). Only `worker` and `committed` need the extra `windows`: pip install muster-journal[windows].
"""
