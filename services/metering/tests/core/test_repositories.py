"""Storage of models and data sets, and its cost."""

from __future__ import annotations

from typing import Any

from muster.deciding import Input
from muster.events.metering_commands import ActivateRates, RateCard
from muster.events.registry_commands import RepositoryType
from muster.events.registry_events import CommitMade, CommitReleased, KeptBytes, StoredBytes
from muster.events.shared.watermarks import Watermark
from muster.events.topics import REGISTRY_EVENTS
from muster.events.usage_events import StorageCharged, StoredKind, WindowEnded
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.decisions import decide
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, queued, saved

TB = 1_000_000_000_000
DAY = 24 * 60
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(),
    tier_percent={},
    storage_gb_month_micros=30_000,
)
BYTES = StoredBytes(unique_bytes=0, reserved_bytes=0)


def a_cell() -> MeteredCell:
    """Priced, from midnight; a TB for a day costs a dollar."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill"))
    return cell


def brought(
    more_bytes: int,
    repository: str = "repo-a",
    *,
    type_: RepositoryType = RepositoryType.MODEL,
    namespace: str = "acme",
    name: str = "llama",
) -> CommitMade:
    """Return a commit that adds these bytes to a repository's share."""
    changed = KeptBytes(
        repository=repository, repository_type=type_, namespace=namespace, name=name, more_bytes=more_bytes
    )
    said: dict[str, Any] = dict.fromkeys(("branch", "commit", "parent", "request_digest", "title"), "x")
    return CommitMade(
        repository=repository,
        **said,
        description="",
        root="",
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=BYTES,
        changed=(changed,),
    )


def released(less_bytes: int, repository: str = "repo-a") -> CommitReleased:
    """A repository is deleted, and what belonged to it is not kept any longer."""
    changed = KeptBytes(
        repository=repository, repository_type=None, namespace="", name="", more_bytes=-less_bytes
    )
    return CommitReleased(
        repository=repository,
        commit="c",
        objects=(),
        ended=True,
        tenant="acme",
        stored=BYTES,
        changed=(changed,),
    )


def charged(cell: MeteredCell, until: int) -> dict[tuple[int, str], tuple[StoredKind, int]]:
    """Let these days end; return their charges by day and repository or job."""
    cell.tell(until * DAY + 2, Watermark(seq=1, at_ms=0))
    ledger, found = Reconciliation(), dict[tuple[int, str], tuple[StoredKind, int]]()
    for fact in cell.decided:
        ledger.apply(fact)
        if isinstance(fact, StorageCharged):
            for each in fact.charges:
                place = (fact.starts_at_ms - cell.start_ms) // DAY_MS, each.repository or each.job_id
                assert place not in found, "a day is charged once"
                found[place] = each.kind, each.cents
    assert list(ledger.discrepancies()) == []
    return found


def test_models_data_sets_and_checkpoints_are_on_one_ledger() -> None:
    cell = a_cell()
    data = brought(2 * TB, "repo-b", type_=RepositoryType.DATASET, name="images")
    cell.tell(0, queued("job-a"), saved("job-a", size_bytes=TB), brought(TB), data)
    cell.tell(DAY + DAY / 2, released(TB))
    assert charged(cell, 3) == {
        (0, "job-a"): (StoredKind.CHECKPOINTS, 1_00),
        (0, "repo-a"): (StoredKind.MODEL, 1_00),
        (0, "repo-b"): (StoredKind.DATASET, 2_00),
        (1, "job-a"): (StoredKind.CHECKPOINTS, 1_00),
        (1, "repo-a"): (StoredKind.MODEL, 50),
        (1, "repo-b"): (StoredKind.DATASET, 2_00),
        (2, "job-a"): (StoredKind.CHECKPOINTS, 1_00),
        (2, "repo-b"): (StoredKind.DATASET, 2_00),
    }, "until the last byte is gone"


def test_the_organisation_pays_and_a_user_what_is_its_own() -> None:
    cell = a_cell()
    cell.tell(0, brought(TB), brought(TB, "repo-b", namespace="acme.ann", name="tryout"))
    charged(cell, 1)
    [fact] = [each for each in cell.decided if isinstance(each, StorageCharged)]
    payers = {each.repository: each.payer for each in fact.charges}
    assert [(each.tenant, each.user, each.model_name) for each in (payers["repo-a"], payers["repo-b"])] == [
        ("acme", "", "acme/llama"),
        ("acme", "ann", "acme.ann/tryout"),
    ]
    assert payers["repo-a"].labels == {"repository": "acme/llama"}


def test_a_repository_that_moved_is_charged_by_its_new_name() -> None:
    cell = a_cell()
    cell.tell(0, brought(TB))
    cell.tell(DAY / 2, brought(TB, name="alpaca"))
    charged(cell, 1)
    [fact] = [each for each in cell.decided if isinstance(each, StorageCharged)]
    assert [each.payer.model_name for each in fact.charges] == ["acme/alpaca"]


def test_bytes_older_than_their_fact_are_charged_from_the_open_day_on() -> None:
    cell = a_cell()
    cell.tell(10 * DAY + 2, Watermark(seq=1, at_ms=0))
    cell.tell(DAY, brought(TB))
    assert charged(cell, 11) == {(10, "repo-a"): (StoredKind.MODEL, 1_00)}, "not for nine days at once"


def test_releasing_bytes_that_were_never_recorded_changes_nothing() -> None:
    cell = a_cell()
    cell.tell(0, released(TB))
    assert charged(cell, 1) == {}


def test_facts_of_the_registry_end_no_hour() -> None:
    cell = a_cell()
    for payload in (brought(TB), Watermark(seq=9, at_ms=0)):
        given = Input(
            topic=REGISTRY_EVENTS.name,
            event_id="e",
            key="k",
            correlation_id="c",
            payload=payload,
            occurred_at_ms=cell.start_ms + 5 * DAY * MINUTE_MS,
        )
        facts = [fact.payload for fact in decide(cell.core.state, given, 0)]
        assert not [fact for fact in facts if isinstance(fact, WindowEnded)]
