"""Stores of entities: one contract, two stores. Both can be deleted and rebuilt from the log.

store.py     the contract
memory.py    in this process: small states, tests, simulations
local.py     a file of this machine: millions of entities
"""

from muster.deciding.stores.local import LocalStore
from muster.deciding.stores.memory import MemoryStore
from muster.deciding.stores.store import EntityStore, Entry

__all__ = ["EntityStore", "Entry", "LocalStore", "MemoryStore"]
