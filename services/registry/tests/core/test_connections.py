"""Connections between artifacts: names in questions, and the visible part of answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import GangBound, RankPlacement
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery
from muster.journal.position import Position
from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import (
    ArtifactPath,
    CommonAncestor,
    PathEdge,
    by_kind,
    common_ancestors,
    visible_artifacts,
    visible_paths,
)
from muster.registry.core.lineage.questions import Reference, parse_reference
from muster.registry.core.lineage.rows import graph_rows, job_rows
from muster.testkit.laws import examples
from muster.views.rows import Edge

ANN = Who(tenant="acme", user="ann", teams=frozenset(), roles=frozenset())
LIMITED = Who(
    tenant="acme", user="ci", teams=frozenset(), roles=frozenset(), repositories=frozenset({"model/acme/a"})
)


@dataclass(frozen=True)
class Link:
    """An edge of a test."""

    child: str
    parent: str
    tenant: str = "acme"


def path(*artifacts: str, up: bool = True) -> ArtifactPath:
    pairs = list(pairwise(artifacts))
    return ArtifactPath(
        artifacts=artifacts,
        edges=tuple(
            PathEdge(
                child=a if up else b, parent=b if up else a, relation="MERGE", standing="SEEN", tenant="acme"
            )
            for a, b in pairs
        ),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("model/acme/tiny", Reference(kind="model", name="acme/tiny", revision="main")),
        ("model/acme/tiny@v1", Reference(kind="model", name="acme/tiny", revision="v1")),
        ("model/acme/tiny@@production", Reference(kind="model", name="acme/tiny", revision="@production")),
        ("dataset/acme.ann/text@main", Reference(kind="dataset", name="acme.ann/text", revision="main")),
        ("node/gpu-17", Reference(kind="node", name="gpu-17")),
        ("job/job-4x5kq2", Reference(kind="job", name="job-4x5kq2")),
        ("attempt/job-4x5kq2/1", Reference(kind="attempt", name="job-4x5kq2/1")),
        ("checkpoint/job-4x5kq2/400", Reference(kind="checkpoint", name="job-4x5kq2/400")),
        (
            "code/https://github.com/acme/t@4f2a",
            Reference(kind="code", name="https://github.com/acme/t@4f2a"),
        ),
        ("deployment/acme/chat", Reference(kind="deployment", name="acme/chat")),
        (f"version/repo-a/{'a' * 40}", Reference(kind="version", name=f"repo-a/{'a' * 40}")),
    ],
)
def test_names_of_artifacts_are_parsed(text: str, expected: Reference) -> None:
    assert parse_reference(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tiny",
        "acme/tiny",
        "model/tiny",
        "model/acme/tiny/more",
        "model/acme/tiny@",
        "model/acme/tiny@a@b",
        "attempt/job-a",
        "attempt/job-a/first",
        "node/",
        "node/two words",
        "version/repo-a/main",
        "evaluation/acme",
        "planet/earth",
        "node/x\n",
    ],
)
def test_other_texts_name_no_artifact(text: str) -> None:
    assert parse_reference(text) is None


def test_versions_are_visible_by_their_repository_and_others_by_an_edge_of_the_organisation() -> None:
    edges = [
        Link("version/mine/1", "attempt/job-a/1"),
        Link("version/theirs/1", "attempt/job-b/1", "globex"),
        Link("version/theirs/2", "model/meta/base", "globex"),
        Link("version/hidden/1", "dataset/x/secret", "globex"),
        Link("attempt/job-a/1", "node/n1"),
        Link("attempt/job-b/1", "node/n2", "globex"),
    ]
    ends = {end for edge in edges for end in (edge.child, edge.parent)}
    assert visible_artifacts(ANN, ends, edges, {"mine", "theirs"}) == {
        "version/mine/1",
        "version/theirs/1",
        "version/theirs/2",
        "attempt/job-a/1",
        "model/meta/base",
        "node/n1",
    }


def test_a_limited_token_sees_only_what_touches_its_repositories() -> None:
    edges = [Link("version/mine/1", "attempt/job-a/1"), Link("version/other/1", "attempt/job-b/1")]
    ends = {end for edge in edges for end in (edge.child, edge.parent)}
    assert visible_artifacts(LIMITED, ends, edges, {"mine"}) == {"version/mine/1", "attempt/job-a/1"}


def test_a_path_with_a_hidden_artifact_is_not_shown() -> None:
    shown, hidden = path("a", "b", "c"), path("a", "x", "c")
    assert visible_paths([hidden, shown], {"a", "b", "c"}) == [shown]


@examples(100)
@given(
    paths=st.lists(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=5).map(lambda p: path(*p))),
    visible=st.sets(st.sampled_from("abcdef")),
)
def test_shown_paths_name_only_visible_artifacts(paths: list[ArtifactPath], visible: set[str]) -> None:
    shown = visible_paths(paths, visible)
    assert {each for one in shown for each in one.artifacts} <= visible
    assert len(shown) == sum(set(one.artifacts) <= visible for one in paths)
    assert visible_paths(paths[::-1], visible) == shown, "the order does not depend on the store's"


def test_the_direction_of_a_path_is_that_of_its_steps() -> None:
    assert path("a", "b", "c").direction == "up"
    assert path("a", "b", "c", up=False).direction == "down"
    assert path("a", "b", "c").reversed() == path("c", "b", "a", up=False)
    mixed = ArtifactPath(
        artifacts=("a", "b", "c"), edges=(path("a", "b").edges[0], path("b", "c", up=False).edges[0])
    )
    assert mixed.direction == "mixed"


def test_nearest_common_ancestors_are_those_without_a_nearer_visible_one() -> None:
    depths = {"base": (2, 3), "tuned": (1, 2), "data": (1, 1)}
    edges = [Link("tuned", "base"), Link("one", "tuned")]

    def found(visible: set[str]) -> list[CommonAncestor]:
        return common_ancestors(depths, edges, visible)

    assert [(each.artifact, each.is_nearest) for each in found({"base", "tuned", "data"})] == [
        ("data", True),
        ("tuned", True),
        ("base", False),
    ]
    assert [(each.artifact, each.is_nearest) for each in found({"base"})] == [("base", True)]
    assert found(set()) == []


def test_artifacts_are_counted_by_kind() -> None:
    assert by_kind(["version/a/1", "attempt/j/1", "version/a/2"]) == {"attempt": 1, "version": 2}
    assert by_kind([]) == {}


def test_a_bound_attempt_connects_its_job_nodes_and_predecessor() -> None:
    placements = tuple(
        RankPlacement(rank=rank, node_id=node, gpu_indices=(0,), gpu_milli=1_000)
        for rank, node in enumerate(("n1", "n1", "n2"))
    )
    bound = GangBound(
        job_id="job-a",
        attempt=2,
        placements=placements,
        master_address="",
        master_port=0,
        waited_ms=0,
        tenant="acme",
    )
    envelope = Envelope(
        event_id="1",
        key="job-a",
        occurred_at_ms=7,
        producer="test",
        correlation_id="job-a",
        causation_id=None,
        payload=bound,
    )
    delivery = Delivery(Position("job-events", 0, 0), 0, envelope)
    edges = [
        (row.type, row.start.key, row.end.key, row.properties["standing"])
        for row in graph_rows(delivery)
        if isinstance(row, Edge)
    ]
    assert edges == [
        ("ATTEMPT_OF", "attempt/job-a/2", "job/job-a", "SEEN"),
        ("RAN_ON", "attempt/job-a/2", "node/n1", "SEEN"),
        ("RAN_ON", "attempt/job-a/2", "node/n2", "SEEN"),
        ("CONTINUES", "attempt/job-a/2", "attempt/job-a/1", "ASSUMED"),
    ]
    assert {row.properties["tenant"] for row in graph_rows(delivery) if isinstance(row, Edge)} == {"acme"}
    assert all(row.properties["live"] for row in graph_rows(delivery) if isinstance(row, Edge))
    [continues] = [row for row in job_rows(delivery) if row.table == "lineage_edges"]
    assert (continues.columns["standing"], continues.columns["live"]) == ("ASSUMED", True)
    assert [(row.table, *row.key.values()) for row in job_rows(delivery)] == [
        ("job_attempts", "job-a"),
        ("attempt_nodes", "attempt/job-a/2", "node/n1"),
        ("attempt_nodes", "attempt/job-a/2", "node/n2"),
        ("lineage_edges", "attempt/job-a/1", "attempt/job-a/2", "CONTINUES"),
    ]
