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

from muster.scheduler.core.canonical import canonical
from muster.scheduler.core.replay.snapshot import dump_entity, dump_whole, entity_keys
from muster.scheduler.core.state.state import State

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

    def refresh(self, state: State) -> str:
        """Include what changed since the last refresh; returns 64 hexadecimal digits."""
        for key in state.dirty:
            self._put(key, dump_entity(state, key))
        state.dirty.clear()
        for key, value in dump_whole(state):
            self._put(key, value)
        return f"{self._sum:064x}"

    def refresh_all(self, state: State) -> str:
        """Include every entity, whether or not it is marked as changed; returns 64 hexadecimal digits."""
        state.dirty.update(dict.fromkeys(entity_keys(state)))
        return self.refresh(state)

    def _put(self, key: str, value: object | None) -> None:
        before = self.entities.pop(key, None)
        if before is not None:
            self._sum = (self._sum - _digest(key, before)) % _MODULUS
        if value is not None:
            after = canonical(value)
            self.entities[key] = after
            self._sum = (self._sum + _digest(key, after)) % _MODULUS


def hash_of(entities: Mapping[str, bytes]) -> str:
    """The hash of written entities, 64 hexadecimal digits."""
    return f"{sum(_digest(key, value) for key, value in entities.items()) % _MODULUS:064x}"


def _digest(key: str, value: bytes) -> int:
    name = key.encode()
    size = len(name).to_bytes(4, "big")
    return int.from_bytes(blake2b(size + name + value, digest_size=32).digest(), "big")
