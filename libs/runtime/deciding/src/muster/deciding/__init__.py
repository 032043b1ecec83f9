"""The deciding service: a service brings a pure core, the mould does the rest.

    service.py     what a service declares
    role.py        what a process does for it
core/          PURE: the state as entities, decide and evolve, one batch
machine.py     the core as the journal's Leader drives it: batch, overlay, commit, merge
reached.py     how far a state is: batch, epoch, seq, time, positions
records.py     a batch as records: the log's, and each fact's on its topics
stores/        where entities lie: memory, or a local file; both can be thrown away
snapshots.py   the state beside the log, in S3
work/          work orders: leases, priorities, attempts; the worker's side
replay.py      log and inputs decided again, bit for bit
waiting.py     inputs that were read and not yet decided, in order
"""

from muster.deciding.core.answers import refuse, repeated
from muster.deciding.core.by_time import ByTime
from muster.deciding.core.decider import About, Answer, Decider, Fact, Facts, Happened, Input
from muster.deciding.core.entities import Changes, Entities, Kind
from muster.deciding.machine import DecidingMachine
from muster.deciding.replay import Verified, verified, verify
from muster.deciding.role import DecidingRole
from muster.deciding.service import DecidingService, Latest, leader_settings
from muster.deciding.snapshots import Objects, Snapshots, state_hash
from muster.deciding.stores import EntityStore, LocalStore, MemoryStore

__all__ = [
    "About",
    "Answer",
    "ByTime",
    "Changes",
    "Decider",
    "DecidingMachine",
    "DecidingRole",
    "DecidingService",
    "Entities",
    "EntityStore",
    "Fact",
    "Facts",
    "Happened",
    "Input",
    "Kind",
    "Latest",
    "LocalStore",
    "MemoryStore",
    "Objects",
    "Snapshots",
    "Verified",
    "leader_settings",
    "refuse",
    "repeated",
    "state_hash",
    "verified",
    "verify",
]
