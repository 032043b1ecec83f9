"""The shim: one small process per task, between the agent and the ranks, that outlives the agent (ADR 10).

__main__.py    claim, start, watch, record
ranks.py       the ranks as the shim sees them, from outside their sandbox
channel.py     messages between shim and keeper
keeper.py      the parent of the ranks, inside the sandbox (ADR 54)
processes.py   the ranks' processes: start, signal, reap, leave nothing behind
calls.py       calls that ask ranks for a checkpoint, at addresses that they registered
output.py      their output, into files of bounded size
watch.py       what the shim observes to know when the ranks must end
drain.py       ends them step by step
"""
