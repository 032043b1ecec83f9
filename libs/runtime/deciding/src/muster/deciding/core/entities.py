"""The state of a deciding service: entities by kind and key, in key order.

A store (memory or local disk) holds what is on the log. A batch works on an `Overlay`: it reads through to
the store and collects changes, which are merged once the batch is committed, and dropped when it is
unknown whether it was.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, core_schema

T = TypeVar("T")

KNOWN_BYTES_MAX: Final = 16 * 1024 * 1024
"""Cache size for parsed entities of a kind, by their bytes; at most twice this is kept."""


class Kind(Generic[T]):
    """A kind of entity: its name and the frozen dataclass, or plain type, that one is.

    Entities are values: `evolve` puts a new one, nobody changes one. So equal bytes are one entity, and
    those that were written or read lately need not be parsed again.

    Args:
        name: Unique within the service; changing it, or the type incompatibly, needs a new name.
        record: Type of an entity; anything that pydantic writes as JSON and reads back equal.
    """

    def __init__(self, name: str, record: type[T]) -> None:
        self.name = name
        self._adapter: TypeAdapter[T] = TypeAdapter(record)
        self._validator = SchemaValidator(_called(self._adapter.core_schema))
        self._parses_fast = record in {int, str, bool}
        self._known: dict[bytes, T] = {}
        self._known_before: dict[bytes, T] = {}
        self._known_bytes = 0

    def dump(self, entity: T) -> bytes:
        """Return the entity's bytes for a store."""
        data = self._adapter.serializer.to_json(entity)
        if not self._parses_fast:
            self._know(data, entity)
        return data

    def load(self, data: bytes) -> T:
        """The inverse.

        Raises:
            pydantic.ValidationError: it is of another shape.
        """
        if self._parses_fast:
            return cast("T", self._validator.validate_json(data))
        entity = self._known.get(data)
        if entity is not None:
            return entity
        entity = self._known_before.get(data)
        if entity is None:
            entity = cast("T", self._validator.validate_json(data))
        self._know(data, entity)
        return entity

    def _know(self, data: bytes, entity: T) -> None:
        """Cache an entity; when there are too many, drop those unused since the last time there were.

        Threads may do so at once: what they lose is remembered again.
        """
        if self._known_bytes > KNOWN_BYTES_MAX:
            self._known_before, self._known, self._known_bytes = self._known, {}, 0
        self._known[data] = entity
        self._known_bytes += len(data)


class Base(Protocol):
    """The store under an overlay."""

    def get(self, kind: str, key: str) -> bytes | None:
        """One entity; None when there is none."""
        ...

    def scan(self, kind: str, first: str, until: str | None) -> Iterator[tuple[str, bytes]]:
        """Entities of a kind from `first` on, before `until`, in key order."""
        ...


class Entities(Protocol):
    """The state as `decide` sees it.

    Attributes:
        epoch: The present leader's; orders carry it, so that a worker can refuse an older leader's.
        led_since_ms: When the present leader's epoch began. What was due while nobody led, and was kept up by
            messages nobody has read yet (leases), is due this much later.
    """

    @property
    def epoch(self) -> int:
        """The present leader's."""
        ...

    @property
    def led_since_ms(self) -> int:
        """Start of the present leader's epoch, milliseconds since 1970 UTC."""
        ...

    def get(self, kind: Kind[T], key: str) -> T | None:
        """One entity; None when there is none."""
        ...

    def scan(
        self, kind: Kind[T], *, prefix: str = "", first: str = "", until: str | None = None
    ) -> Iterator[tuple[str, T]]:
        """Yield entities of a kind in key order; callers stop when they have enough.

        Args:
            kind: Kind of the entities.
            prefix: Only keys that begin so.
            first: Only keys from here on.
            until: Only keys before this one.
        """
        ...


class Changes(Entities, Protocol):
    """The state as `evolve` sees it."""

    def put(self, kind: Kind[T], key: str, entity: T) -> None:
        """Set one entity."""
        ...

    def delete(self, kind: Kind[Any], key: str) -> None:
        """Remove one; nothing happens when there is none."""
        ...


class Overlay:
    """One batch's changes on top of a store; `changes` is what to merge."""

    def __init__(self, base: Base, led_since_ms: int = 0, epoch: int = 0) -> None:
        self._base = base
        self._epoch = epoch
        self._led_since_ms = led_since_ms
        self._changed: dict[str, dict[str, Any]] = {}
        self._keys: dict[str, list[str]] = {}
        self._kinds: dict[str, Kind[Any]] = {}

    @property
    def epoch(self) -> int:
        """The present leader's."""
        return self._epoch

    @property
    def led_since_ms(self) -> int:
        """Start of the present leader's epoch, milliseconds since 1970 UTC."""
        return self._led_since_ms

    def get(self, kind: Kind[T], key: str) -> T | None:
        """One entity; None when there is none."""
        changed = self._changed.get(kind.name)
        if changed is not None and key in changed:
            return cast("T | None", changed[key])
        data = self._base.get(kind.name, key)
        return None if data is None else kind.load(data)

    def scan(
        self, kind: Kind[T], *, prefix: str = "", first: str = "", until: str | None = None
    ) -> Iterator[tuple[str, T]]:
        """Entities of a kind in key order, as they are now: changes made while scanning are not seen."""
        first = max(first, prefix)
        changed, keys = self._changed.get(kind.name, {}), self._keys.get(kind.name, [])
        end = len(keys) if until is None else bisect_left(keys, until)
        mine = keys[bisect_left(keys, first) : end]
        return self._merged(kind, prefix, iter([(key, changed[key]) for key in mine]), first, until)

    def _merged(
        self, kind: Kind[T], prefix: str, mine: Iterator[tuple[str, Any]], first: str, until: str | None
    ) -> Iterator[tuple[str, T]]:
        own = next(mine, None)
        for key, data in self._base.scan(kind.name, first, until):
            while own is not None and own[0] < key:
                if own[1] is not None and own[0].startswith(prefix):
                    yield own
                own = next(mine, None)
            if not key.startswith(prefix):
                break
            if own is None or own[0] != key:
                yield key, kind.load(data)
        while own is not None:
            if own[1] is not None and own[0].startswith(prefix):
                yield own
            own = next(mine, None)

    def put(self, kind: Kind[T], key: str, entity: T) -> None:
        """Set one entity."""
        self._change(kind, key, entity)

    def delete(self, kind: Kind[Any], key: str) -> None:
        """Remove one; nothing happens when there is none."""
        self._change(kind, key, None)

    def _change(self, kind: Kind[Any], key: str, entity: Any) -> None:
        changed = self._changed.get(kind.name)
        if changed is None:
            self._kinds[kind.name] = kind
            changed = self._changed[kind.name] = {}
            self._keys[kind.name] = []
        if key not in changed:
            insort(self._keys[kind.name], key)
        changed[key] = entity

    def changes(self) -> Iterator[tuple[str, str, bytes | None]]:
        """(kind, key, entity as stored), None for those removed; by kind and key."""
        for name in sorted(self._changed):
            kind, changed = self._kinds[name], self._changed[name]
            for key in self._keys[name]:
                entity = changed[key]
                yield name, key, None if entity is None else kind.dump(entity)


def _called(schema: Any) -> Any:
    """A schema in which compiled records are read as the codec of events reads them.

    pydantic makes a dataclass without calling it, and sets its fields; a class compiled by mypyc cannot be
    made so. Nor does such a class say what its tuples and mappings are of. Records of events can read
    themselves; other compiled dataclasses cannot be stored.
    """
    if isinstance(schema, list):
        return [_called(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("dict[str, Any]", schema)
    if parts.get("type") != "dataclass" or not hasattr(parts["cls"], "__mypyc_attrs__"):
        return {name: _called(part) for name, part in parts.items()}
    return core_schema.no_info_after_validator_function(
        _reader(parts["cls"].from_datum), core_schema.dict_schema(), ref=parts.get("ref")
    )


def _reader(from_datum: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(given: Any) -> Any:
        try:
            return from_datum(given)
        except (KeyError, TypeError) as error:
            raise ValueError(f"it is of another shape: {error!r}") from None

    return read
