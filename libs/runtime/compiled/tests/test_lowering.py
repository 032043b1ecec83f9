"""A dataclass written out means what it meant before."""

import dataclasses
from types import ModuleType
from typing import Any

import pytest
from muster.compiled.lowering import dataclass_bases, lowered

SOURCE = '''"""Records."""

from dataclasses import dataclass, field
from typing import ClassVar
from muster.events.wire.record import record


@dataclass(slots=True)
class Base:
    """Inherited."""

    first: int


@dataclass(slots=True)
class Derived(Base):
    """Inherits a field."""

    second: int = 2


@record
class Event:
    """A record.

    Attributes:
        job: A job.
        ranks: Its ranks.
    """

    NAME: ClassVar[str] = "muster.Event"

    job: str
    ranks: tuple[int, ...] = ()
    labels: dict[str, str] = field(default_factory=dict[str, str])

    def size(self) -> int:
        """How many."""
        return len(self.ranks)


@dataclass(frozen=True, slots=True)
class Key:
    """Hashed once."""

    left: int
    right: str = "r"
    kept: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", self.left + len(self.right))


@dataclass(slots=True, eq=False)
class ByIdentity:
    """Equal to nothing else."""

    value: int


@dataclass(slots=True)
class Counter:
    """Changes, so it is not hashed."""

    count: int = 0


LAST = "the last line"
'''


def _module(source: str) -> Any:
    module = ModuleType("written_out")
    exec(compile(source, "written_out", "exec"), vars(module))
    return module


@pytest.fixture(params=["plain", "written out"])
def module(request: pytest.FixtureRequest) -> Any:
    """The same expectations of both."""
    written_out = lowered(SOURCE, dataclass_bases(SOURCE))
    return _module(SOURCE if request.param == "plain" else written_out)


def test_no_line_moves() -> None:
    lines = lowered(SOURCE, dataclass_bases(SOURCE)).split("\n")
    assert len(lines) == len(SOURCE.split("\n"))
    for number, line in enumerate(SOURCE.split("\n")):
        assert line == lines[number] or not line or line.startswith(("@", "from muster")), line


def test_the_methods_are_written_out() -> None:
    module = _module(lowered(SOURCE, dataclass_bases(SOURCE)))
    for record in (module.Event, module.Key, module.Counter):
        assert record.__init__.__code__.co_filename == "written_out", "still that of dataclasses"
        assert record.__eq__.__code__.co_filename == "written_out"


def test_events_compare_and_hash_by_their_fields(module: Any) -> None:
    one, same, other = (module.Event(job=job, ranks=(1, 2)) for job in "aab")
    assert one == same and one != other
    assert one != "a"
    assert one.labels == {} and one.labels is not same.labels
    assert one.size() == 2 and one.NAME == "muster.Event"
    assert repr(one) == "Event(job='a', ranks=(1, 2), labels={})"
    with pytest.raises(TypeError):
        module.Event("a")  # fields are keyword-only
    with pytest.raises(TypeError):
        module.Event(ranks=(1,))


def test_fields_and_replace_know_the_same_fields(module: Any) -> None:
    assert [each.name for each in dataclasses.fields(module.Event)] == ["job", "ranks", "labels"]
    assert dataclasses.replace(module.Event(job="a"), job="b") == module.Event(job="b")
    assert module.Key.__match_args__ == ("left", "right")


def test_fields_computed_after_init_do_not_count_for_equality(module: Any) -> None:
    key = module.Key(1)
    assert key.kept == 2
    assert {key: 1}[module.Key(1, "r")] == 1
    assert hash(key) == hash((1, "r"))
    assert dataclasses.replace(key, left=5).kept == 6


def test_identity_inheritance_and_change(module: Any) -> None:
    assert module.ByIdentity(1) != module.ByIdentity(1)
    assert len({module.ByIdentity(1), module.ByIdentity(1)}) == 2
    assert module.Derived(1).second == 2 and module.Derived(1) == module.Derived(1, 2)
    counter = module.Counter()
    counter.count += 1
    assert counter == module.Counter(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)
