"""CheckpointPlaces: checkpoints wherever they lie, in the folder that all nodes share or in S3.

A cell that changes from one to the other has some in each, and may have parts of one in both.
"""

from __future__ import annotations

from muster.store import NoSuchObject, ObjectStore
from muster.store.folder import SCHEME, FolderStore


class CheckpointPlaces:
    """Both as one. Safe to share between threads.

    Every method that reads or writes raises StoreUnavailable when trying again later is right.

    Args:
        folder: The shared folder.
        objects: S3.
    """

    def __init__(self, folder: FolderStore, objects: ObjectStore) -> None:
        self._folder = folder
        self._objects = objects

    def key(self, uri: str) -> str:
        """The key in an address of either.

        Raises:
            ValueError: it names another place.
        """
        return (self._folder if uri.startswith(f"{SCHEME}://") else self._objects).key(uri)

    def get(self, key: str) -> bytes:
        """Read a small object.

        Raises:
            NoSuchObject: it is in neither.
        """
        try:
            return self._folder.get(key)
        except NoSuchObject:
            return self._objects.get(key)

    def keys(self, prefix: str) -> list[str]:
        """All keys with this prefix, sorted."""
        return sorted({*self._folder.keys(prefix), *self._objects.keys(prefix)})

    def delete(self, key: str) -> None:
        """Delete an object where it lies; a missing one is not an error."""
        (self._folder if self._folder.exists(key) else self._objects).delete(key)
