"""Windowed aggregates on faust-streaming: live usage, drift series. The only package that knows faust.

rows.py        PURE. content of a window; progress of a partition
fold.py        PURE. which windows an event changes and closes
closing.py     protocol of sinks that closed windows go to
topic_sink.py  such a sink that appends to a topic
worker.py      faust reads, the fold counts, sinks store
transport.py   faust's transport: committed records, in batches, from given positions

Open windows are figures that people watch, and can be recomputed from the topic. Closed windows may be the
input of a decider (ADR 163). Nothing here bills. Only `worker` and `transport` need the extra `windows`:
pip install muster-journal[windows].
"""
