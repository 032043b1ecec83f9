"""The shim: one small process per task, between the agent and the ranks, that outlives the agent (ADR 10).

__main__.py   the story: claim, start, watch, record
ranks.py      the ranks' processes: start, signal, reap, leave nothing behind
output.py     what they write, into files of bounded size
watch.py      what the shim looks at to know when the ranks must end
"""
