"""CheckpointPlaces: checkpoints in the folder shared by all nodes, or in S3.

A cell that switches from one to the other has checkpoints in each, and may have parts of one in both.
"""

from __future__ import annotations

from muster.store import NoSuchObject, ObjectStore
from muster.store.folder import SCHEME, FolderStore


class CheckpointPlaces:
    """Combines both stores. Safe to share between threads.

    Every method that reads or writes raises StoreUnavailable if a retry may succeed.

    Args:
        folder: The shared folder.
        objects: S3.
    """

    def __init__(self, folder: FolderStore, objects: ObjectStore) -> None:
        self._folder = folder
        self._objects = objects

    def key(self, uri: str) -> str:
        """Return the key in an address of either store.

        Raises:
            ValueError: The address belongs to another store.
        """
        return (self._folder if uri.startswith(f"{SCHEME}://") else self._objects).key(uri)

    def get(self, key: str) -> bytes:
        """Read a small object.

        Raises:
            NoSuchObject: The object is in neither store.
        """
        try:
            return self._folder.get(key)
        except NoSuchObject:
            return self._objects.get(key)

    def keys(self, prefix: str) -> list[str]:
        """Return all keys with this prefix, sorted."""
        return sorted({*self._folder.keys(prefix), *self._objects.keys(prefix)})

    def delete(self, key: str) -> None:
        """Delete an object from the store that holds it; a missing one is not an error."""
        (self._folder if self._folder.exists(key) else self._objects).delete(key)
