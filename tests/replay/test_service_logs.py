"""Logs of deciding services that several versions of the rules decided verify, with the stretches named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import pytest
from muster.deciding import Changes, DecidingService, Entities, Fact, Happened, Input, Kind, MemoryStore
from muster.deciding.core import answers
from muster.deciding.reached import Reached
from muster.deciding.replay import Again
from muster.events.alerts_events import AlertRouteSet
from muster.events.registry_commands import SetStorageQuota
from muster.events.shared.command_answers import CommandRejected
from muster.events.wire.datum import to_json
from muster.events.wire.deciding_log import DecidedBatch
from muster.journal import Delivery, Diverged
from muster.service.audit import Audit, DecidingLog, Unrepeated
from recorded_cell import CELL, SERVICES, RecordedCell
from service_histories import history_of_alerts

FILES: Final = sorted((Path(__file__).parent / "services").glob("*.json.gz"))
UNVERSIONED: Final = [file for file in FILES if "before-versions" in file.name]

TEXTS: Final = frozenset({"message", "allowed", "value", "reason", "title", "text"})
"""Fields whose sentences may be worded otherwise."""

LATER: Final = frozenset({"from_namespace", "from_name"})
"""Fields that facts have gained since the logs were recorded: there they have their defaults."""

SEEN: Final = Kind("seen", int)


def name_of(file: Path) -> str:
    return file.name.partition(".")[0]


def loaded(file: Path) -> RecordedCell:
    return RecordedCell.load(file.name.partition("-")[0], file.read_bytes())


def worded(facts: Iterable[Fact[Any]], ending: str) -> Iterator[Fact[Any]]:
    for fact in facts:
        payload = fact.payload
        if isinstance(payload, CommandRejected):
            payload = replace(payload, message=f"{payload.message} {ending}")
        yield replace(fact, payload=payload)


def reworded(service: DecidingService, version: int, ending: str = "Sorry.") -> DecidingService:
    """A version that words every rejection otherwise, and decides nothing else otherwise."""
    decider = service.decider

    def decide(state: Entities, given: Input[Any], at_ms: int) -> Iterator[Fact[Any]]:
        yield from worded(decider.decide(state, given, at_ms), ending)

    def refused(given: Input[Any]) -> Iterator[Fact[Any]]:
        yield from worded((decider.refused or answers.refused)(given), ending)

    changed = replace(decider, decisions_version=version, decide=decide, refused=refused)
    return replace(service, decider=changed)


def audited(cell: RecordedCell, service: DecidingService) -> Audit:
    """The audit of its log by a program of this version, at its end."""
    *_, audit = DecidingLog(service).audited_on(cell.journal, CELL, cell.snapshots())
    return audit


def offsets(cell: RecordedCell, holds: Callable[[DecidedBatch], bool]) -> list[int]:
    """Offsets of the batches for which that holds."""
    read = cell.journal.reader([cell.service.log], name="t").read_to_end()
    return [each.position.offset for each in read if holds(cast("DecidedBatch", each.envelope.payload))]


def has_a_rejection(batch: DecidedBatch) -> bool:
    return any(isinstance(fact.payload, CommandRejected) for fact in batch.facts)


def test_a_log_of_every_service_was_recorded() -> None:
    assert {file.name.partition("-")[0] for file in UNVERSIONED} == set(SERVICES)


@pytest.mark.slow
@pytest.mark.parametrize("file", UNVERSIONED, ids=name_of)
def test_a_log_recorded_before_versions_verifies_with_its_stretch_named(file: Path) -> None:
    cell = loaded(file)
    former = len(cell.batches())
    assert {batch.decisions_version for batch in cell.batches()} == {0}, "not recorded"
    [first, *_] = offsets(cell, has_a_rejection)
    service = reworded(cell.service, 7)
    assert audited(cell, service).unrepeated == [Unrepeated(first, None, 0, 7)]
    cell.lead("successor", service)
    cell.settle()
    [elected, *_] = offsets(cell, lambda batch: batch.decisions_version == 7)
    audit = audited(cell, reworded(cell.deciding(service.name), 7))
    assert audit.unrepeated == [Unrepeated(first, elected, 0, 7)]
    assert audit.reached_end
    assert audit.state_hash
    assert audit.hashes == 1, "the folded state is that of the handover"
    assert audit.batches == first_of(cell, first) + len(cell.batches()) - former


def first_of(cell: RecordedCell, offset: int) -> int:
    """Batches before an offset."""
    return offsets(cell, lambda _: True).index(offset)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_recorded_log_comes_out_as_recorded_but_for_texts(file: Path) -> None:
    cell = loaded(file)
    service, store = cell.service, MemoryStore()
    again = Again(service, store, Reached(origin=service.origin(CELL)))
    inputs = list(cell.journal.reader(service.inputs, name="inputs").read_to_end())
    for offset, batch in enumerate(cell.batches(), 1):
        taken = taken_by(batch, again.reached, inputs)
        _, recomputed = again.decide(batch, taken, again.reached.after(batch, offset))
        assert without_texts(recomputed) == without_texts(batch)
        again.fold(batch, offset)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_decisions_that_differ_from_a_recorded_log_have_another_version(file: Path) -> None:
    cell = loaded(file)
    versions = {batch.decisions_version for batch in cell.batches()}
    named = {each.version for each in audited(cell, cell.service).unrepeated}  # else it has diverged
    assert named <= versions - {cell.service.decisions_version}


def taken_by(batch: DecidedBatch, reached: Reached, inputs: Iterable[Delivery[Any]]) -> list[Delivery[Any]]:
    """The inputs between the batch before this one and it."""
    begins = reached.input_positions
    ends = {(place.topic, place.partition): place.next_offset for place in batch.positions}
    return [
        each
        for each in inputs
        if begins.get(each.position.topic_partition, 0)
        <= each.position.offset
        < ends.get(each.position.topic_partition, 0)
    ]


def without_texts(batch: DecidedBatch) -> Any:
    """Return a batch as JSON without its sentences and without fields that came later.

    A command to an organisation was answered under its envelope's key; today under the organisation that it
    names. The API sends both alike, the recorded example does not, so neither is compared there.
    """

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            return {name: without(each) for name, each in fields.items() if name not in TEXTS | LATER}
        return [without(each) for each in cast("list[Any]", value)] if isinstance(value, list) else value

    facts = tuple(
        replace(fact, key="", payload=replace(fact.payload, subject=""))
        if isinstance(fact.payload, CommandRejected) and fact.payload.command == SetStorageQuota.__name__
        else fact
        for fact in batch.facts
    )
    return without(to_json(replace(batch, facts=facts).to_datum()))


class TestVersionsInOneLog:
    """Version 1 decides, then 2, which words rejections otherwise, then 1 again."""

    @pytest.fixture
    def cell(self) -> RecordedCell:
        cell = RecordedCell("alerts")
        ones, twos = cell.service, reworded(cell.service, 2)
        history_of_alerts(cell)
        cell.stop()
        cell.lead("two", twos)
        history_of_alerts(cell)
        cell.stop()
        cell.lead("three", ones)
        history_of_alerts(cell)
        return cell

    def test_the_stretch_of_another_version_is_named_and_the_rest_is_compared(
        self, cell: RecordedCell
    ) -> None:
        audit = audited(cell, cell.service)
        [first, *_] = offsets(cell, lambda batch: batch.decisions_version == 2 and has_a_rejection(batch))
        [back, *_] = offsets(cell, lambda batch: batch.elected == "three")
        assert audit.unrepeated == [Unrepeated(first, back, 2, 1)]
        assert audit.reached_end
        skipped = offsets(cell, lambda _: True).index(back) - offsets(cell, lambda _: True).index(first)
        assert audit.batches == len(cell.batches()) - skipped

    def test_the_other_version_names_the_stretches_of_the_first(self, cell: RecordedCell) -> None:
        [began, *_] = offsets(cell, lambda batch: batch.decisions_version == 2)
        audit = audited(cell, reworded(cell.service, 2))
        assert [(each.version, each.next_offset) for each in audit.unrepeated] == [(1, began), (1, None)]
        assert not audit.reached_end
        assert audit.state_hash == ""

    def test_versions_that_decide_alike_are_compared(self, cell: RecordedCell) -> None:
        decider = replace(cell.service.decider, decisions_version=3)
        audit = audited(cell, replace(cell.service, decider=decider))
        assert [each.version for each in audit.unrepeated] == [2], "1 decides as 3 does"

    def test_a_difference_in_a_batch_of_the_same_version_is_divergence(self, cell: RecordedCell) -> None:
        with pytest.raises(Diverged, match="fact 0 of 3 differs"):
            audited(cell, reworded(cell.service, 1, "Regrettably."))


def counting(service: DecidingService) -> DecidingService:
    """Version 2, which counts routes in its state and rejects with the count."""
    decider = reworded(service, 2).decider

    def evolve(state: Changes, fact: Happened[Any]) -> None:
        decider.evolve(state, fact)
        if isinstance(fact.payload, AlertRouteSet):
            state.put(SEEN, "", (state.get(SEEN, "") or 0) + 1)

    def decide(state: Entities, given: Input[Any], at_ms: int) -> Iterator[Fact[Any]]:
        yield from worded(decider.decide(state, given, at_ms), str(state.get(SEEN, "")))

    return replace(service, decider=replace(decider, decide=decide, evolve=evolve))


class TestHandovers:
    """Version 2 begins with a snapshot by version 1, and makes another state of the same facts."""

    @pytest.fixture
    def cell(self) -> RecordedCell:
        cell = RecordedCell("alerts")
        history_of_alerts(cell)
        cell.stop()
        cell.lead("two", counting(cell.service))
        history_of_alerts(cell)
        return cell

    def test_the_state_that_a_version_begins_with_is_kept_for_ever(self, cell: RecordedCell) -> None:
        for number in range(5):
            cell.settle()
            cell.stop()
            cell.lead(f"next-{number}")
        assert len(cell.objects.keys("handovers/alerts/c/")) == 1, "2 follows 1 once"
        assert len(cell.objects.keys("snapshots/alerts/c/")) <= 3

    def test_an_audit_goes_on_from_the_state_that_the_version_began_with(self, cell: RecordedCell) -> None:
        audit = audited(cell, cell.service)
        [began, *_] = offsets(cell, lambda batch: batch.decisions_version == 2)
        assert [each.next_offset for each in audit.unrepeated] == [began]
        assert audit.reached_end

    def test_a_version_that_only_makes_another_state_has_a_stretch_of_one_batch(self) -> None:
        cell = RecordedCell("alerts")
        history_of_alerts(cell)
        cell.stop()
        only = replace(
            cell.service.decider, decisions_version=2, evolve=counting(cell.service).decider.evolve
        )
        cell.lead("two", replace(cell.service, decider=only))
        history_of_alerts(cell)
        [*_, last] = offsets(cell, lambda batch: batch.decisions_version == 1)
        [began, *_] = offsets(cell, lambda batch: batch.decisions_version == 2)
        assert audited(cell, cell.service).unrepeated == [Unrepeated(last, began, 1, 2)]

    def test_an_audit_without_it_reports_that_the_same_version_decided_differently(
        self, cell: RecordedCell
    ) -> None:
        for key in cell.objects.keys("handovers/"):
            cell.objects.delete(key)
        for key in cell.objects.keys("snapshots/"):
            cell.objects.delete(key)
        with pytest.raises(Diverged, match="differs"):
            audited(cell, cell.service)
