"""The state hash: equal states have equal hashes, and its cost depends on what changed.

The state is a set of entities (a job, a node, a queue ...), each with a key and canonical bytes
(snapshot.dump_entity). The hash is the sum, modulo 2**256, of a BLAKE2b digest of each (key, bytes): AdHash
of Bellare and Micciancio, "A new paradigm for collision-free hashing" (EUROCRYPT '97). A sum does not depend
on order, and an entity that changed costs one subtraction and one addition, however many others there are.

AdHash detects accidental differences between replicas; it does not resist an adversary who chooses entities.
The bytes are kept because they are the snapshot: writing one needs no second walk over the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from muster.events.scheduler_log import Batch
from muster.scheduler.core.canonical import canonical
from muster.scheduler.core.replay.snapshot import dump_entity, dump_whole, entity_keys
from muster.scheduler.core.replay.waiting import dump_group, group_entity
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

HASH_VERSION: Final = 11
"""How hashes are computed here; a batch states it. 1 was JSON with sorted keys; 2 had no least GPU memory;
3 had no sandbox; 4 had no work of a pass; 5 had no time for a checkpoint in a drain; 6 had fewer settings in
the policy; 7 let work that is not saved go to spot nodes; 8 had no headroom in the policy; 9 let orders to
stop wait for ever; 10 had no orders in nodes. Incremented when an equal state would get another hash."""

_MODULUS = 1 << 256


class StateHash:
    """The hash of one State, kept up to date.

    Args:
        entities: The entities of a loaded state; None for a new one.

    Attributes:
        entities: Key -> canonical bytes, as of the last refresh.
    """

    def __init__(self, entities: Mapping[str, bytes] | None = None) -> None:
        self.entities = dict(entities or {})
        self._sum = sum(_digest(key, value) for key, value in self.entities.items()) % _MODULUS
        self._groups: dict[SchedulingGroup, tuple[str, tuple[object, ...]]] = {}

    def refresh(self, state: State) -> str:
        """Include what changed since the last refresh; returns 64 hexadecimal digits."""
        for key in state.dirty:
            self._put(key, dump_entity(state, key))
        state.dirty.clear()
        self._refresh_groups(state)
        for key, value in dump_whole(state):
            self._put(key, value)
        return f"{self._sum:064x}"

    def refresh_all(self, state: State) -> str:
        """Include every entity, whether or not it is marked as changed; returns 64 hexadecimal digits."""
        state.dirty.update(dict.fromkeys(entity_keys(state)))
        self._groups.clear()
        return self.refresh(state)

    def _refresh_groups(self, state: State) -> None:
        """Include the groups that changed: nothing marks them, so what each was is compared with what it is.

        That takes a microsecond a group; marking would have to be remembered in a dozen places.
        """
        for group in [group for group in self._groups if not group]:  # an empty group is gone for good
            self._put(self._groups.pop(group)[0], None)
        for group in state.pending.groups():
            untried = state.pending.is_untried_ahead(group)
            now = (*group.standing(), untried)
            known = self._groups.get(group)
            if known is None or known[1] != now:
                key = group_entity(group) if known is None else known[0]
                self._groups[group] = key, now
                self._put(key, dump_group(group, untried=untried))

    def _put(self, key: str, value: object | None) -> None:
        before = self.entities.get(key)
        after = None if value is None else canonical(value)
        if before == after:
            return
        if before is not None:
            self._sum = (self._sum - _digest(key, before)) % _MODULUS
            del self.entities[key]
        if after is not None:
            self._sum = (self._sum + _digest(key, after)) % _MODULUS
            self.entities[key] = after


def is_comparable(batch: Batch) -> bool:
    """Whether a batch has a state hash that was computed as it is computed here."""
    return batch.state_hash is not None and batch.hash_version == HASH_VERSION


def hash_of(entities: Mapping[str, bytes]) -> str:
    """The hash of written entities, 64 hexadecimal digits."""
    return f"{sum(_digest(key, value) for key, value in entities.items()) % _MODULUS:064x}"


def _digest(key: str, value: bytes) -> int:
    name = key.encode()
    size = len(name).to_bytes(4, "big")
    return int.from_bytes(blake2b(size + name + value, digest_size=32).digest(), "big")
