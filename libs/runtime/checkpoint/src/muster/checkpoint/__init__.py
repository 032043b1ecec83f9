"""The library for jobs: checkpoints that are complete or absent, when to save and to stop, progress.

Only the standard library is needed; numpy arrays and PyTorch tensors are saved where a job uses them.

checkpointer  Checkpointer: start here
format        records and manifests: the format on disk
state         a job's state as files and back; other numbers of ranks
arrays        arrays and tensors as files
folder        one rank's parts and the records in a folder
durable       whole or not at all
resuming      which checkpoint to go on from
agreement     how ranks agree
stop          SIGUSR1, SIGTERM
chance        random number generators
interval      how often to save
keep          which checkpoints stay
progress      report
stacks        where this process is, on SIGUSR2
latencies     usual latency, and the worst of the last minute
"""

from muster.checkpoint.agreement import Exchange, OutOfStep, torch_exchange
from muster.checkpoint.checkpointer import Checkpointer, Resumed, SaveCost, SaveFailed
from muster.checkpoint.progress import report
from muster.checkpoint.state import BadState, CannotReshard, Replicated, Split
from muster.checkpoint.stop import ignore_stop

__all__ = [
    "BadState",
    "CannotReshard",
    "Checkpointer",
    "Exchange",
    "OutOfStep",
    "Replicated",
    "Resumed",
    "SaveCost",
    "SaveFailed",
    "Split",
    "ignore_stop",
    "report",
    "torch_exchange",
]
