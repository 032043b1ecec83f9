"""An effect: objects are removed from S3. Removing twice is removing once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.reactors.reactor import Effect, Item, Undeliverable
from muster.store import ObjectStore


def s3_delete(uri: str) -> Effect:
    """Return the effect that removes this object."""
    return Effect(label=f"delete {uri}", payload={"uri": uri})


@dataclass(frozen=True, slots=True)
class S3Delete:
    """Removes objects of one bucket.

    Attributes:
        store: The bucket.
        prefixes: Only keys that begin with one of these are removed: an address in a fact is not enough.
    """

    store: ObjectStore
    prefixes: Sequence[str]

    def __call__(self, item: Item) -> None:
        """Remove the object; a missing one is not an error.

        Raises:
            Undeliverable: the address is of another bucket, or outside the prefixes.
            StoreUnavailable: S3 does not answer.
        """
        uri = str(item.payload["uri"])
        try:
            key = self.store.key(uri)
        except ValueError as error:
            raise Undeliverable(str(error)) from error
        if not key.startswith(tuple(self.prefixes)):
            raise Undeliverable(
                f"uri is {uri}; must have a key that begins with {' or '.join(self.prefixes)}"
            )
        self.store.delete(key)
