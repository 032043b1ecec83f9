"""Windowed aggregates on faust-streaming: live usage, drift series. The only room that knows faust.

fold.py       PURE. what a window holds, whatever the order and however often an event comes
worker.py     faust reads, the fold counts, a sink keeps
committed.py  faust's consumer, made to read committed records only

For figures that people watch and that may be made anew from the topic; NEVER for what is billed or decided
(ADR 33). Only `worker` and `committed` need the extra `windows`: pip install muster-journal[windows].
"""
