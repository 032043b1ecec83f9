"""Credentials of nodes: an enrolment for the API, tokens for the log; and what neither of them opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from muster.events.identity_events import EnrolmentShown, MembershipRevoked, TokenRevoked
from muster.events.wire.envelope import Envelope
from muster.identity import InvalidToken, Principal, ReportCheck, Verifier
from muster.identity.devkeys import ensure_keys, ensure_node_keys, mint
from muster.identity.memberships import Memberships
from muster.identity.node_names import NodeNames
from muster.identity.nodes import TOKEN_S, Enrolment, NodeIssuer, node_verifier
from muster.identity.principal import NODE_ENROL, NODE_REPORT, READ
from muster.journal import Delivery, ManualClock, Position

CLOCK = ManualClock()
NOW_MS = CLOCK.now_ms()


class Known:
    """Revocations on the log."""

    problem = None

    def __init__(self) -> None:
        self.known = Memberships()


@pytest.fixture
def issuer(tmp_path: Path) -> NodeIssuer:
    return NodeIssuer(ensure_node_keys(tmp_path).private_key_file, "red", CLOCK)


def verifier(home: Path, cell: str = "red", feed: Any = None) -> Verifier:
    return node_verifier(ensure_node_keys(home).jwks_file, cell, feed, CLOCK)


def read(home: Path, shown: str) -> Enrolment:
    return Enrolment.read(verifier(home).claims(shown))


def token_of(issuer: NodeIssuer, home: Path, *nodes: str) -> str:
    return issuer.token(read(home, issuer.enrol("rack-4", nodes))).token


def report(shown: str, after_ms: int = 0) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e", key="k", occurred_at_ms=NOW_MS, producer="p", correlation_id="c", payload="a beat"
    )
    return Delivery(Position("node-heartbeats", 0, 0), NOW_MS + after_ms, envelope, authorization=shown)


def test_an_enrolment_is_for_the_api_and_a_token_for_the_log(issuer: NodeIssuer, tmp_path: Path) -> None:
    shown = issuer.enrol("gpu-17", ["gpu-17"])
    enrolled = verifier(tmp_path).verify(shown)
    assert (enrolled.subject, enrolled.tenant, enrolled.roles) == ("gpu-17", "red", {"node"})
    assert [enrolled.allows(scope) for scope in (NODE_ENROL, NODE_REPORT, READ)] == [True, False, False]
    made = issuer.token(read(tmp_path, shown))
    holder = verifier(tmp_path).verify(made.token)
    assert [holder.allows(scope) for scope in (NODE_ENROL, NODE_REPORT, READ)] == [False, True, False]
    assert (holder.token_id, made.expires_in_s) == (enrolled.token_id, TOKEN_S)
    short = read(tmp_path, issuer.enrol("gpu-17", ["gpu-17"], 60))
    assert issuer.token(short).expires_in_s == 60, "it does not outlive its enrolment"


def test_an_enrolment_is_renewed_when_two_thirds_of_its_life_are_over(tmp_path: Path) -> None:
    clock = ManualClock(NOW_MS)
    issuer = NodeIssuer(ensure_node_keys(tmp_path).private_key_file, "red", clock)
    check = node_verifier(ensure_node_keys(tmp_path).jwks_file, "red", clock=clock)
    first = Enrolment.read(check.claims(issuer.enrol("rack-4", ["gpu-*"], 900)))
    assert (issuer.renewed(first), clock.advance(599_000)) == (None, None)
    assert issuer.renewed(first) is None
    clock.advance(1_000)
    renewed = issuer.renewed(first)
    assert renewed is not None
    second = Enrolment.read(check.claims(renewed))
    assert second == first._replace(expires_at_s=first.expires_at_s + 600)
    assert issuer.renewed(second) is None


@pytest.mark.parametrize("by", ["name", "id"])
def test_a_revocation_counts_for_what_was_renewed_by_an_api_that_had_not_read_it(
    tmp_path: Path, by: str
) -> None:
    """It was issued after the revocation, for an enrolment from before."""
    clock = ManualClock(NOW_MS)
    issuer = NodeIssuer(ensure_node_keys(tmp_path).private_key_file, "red", clock)
    feed = Known()
    check = node_verifier(ensure_node_keys(tmp_path).jwks_file, "red", cast("Any", feed), clock)
    first = Enrolment.read(check.claims(issuer.enrol("rack-4", ["a"], 900)))
    revoked: Any = MembershipRevoked(tenant="red", subject="rack-4", team=None, decided_by="ann", reason="")
    if by == "id":
        revoked = TokenRevoked(
            tenant="red", token_id=first.token_id, expires_at_ms=NOW_MS + 900_000, decided_by="ann", reason=""
        )
    clock.advance(700_000)
    feed.known.apply(revoked, clock.now_ms())
    clock.advance(1_000)
    for shown in (issuer.renewed(first), issuer.token(first).token):
        with pytest.raises(InvalidToken, match=r"revoked|taken out"):
            check.verify(shown or "")


def test_until_when_nodes_are_enrolled() -> None:
    known = Memberships()
    for name, nodes, until_ms in (
        ("gpu-17", ("gpu-17",), 100),
        ("rack-4", ("gpu-*", "tpu"), 200),
        ("rack-4", ("gpu-*", "tpu"), 150),
        ("sold", ("cpu-1",), 900),
    ):
        shown = EnrolmentShown(
            tenant="red", subject=name, nodes=nodes, token_id=name, issued_at_ms=1, expires_at_ms=until_ms
        )
        known.apply(shown, 2)
    known.apply(MembershipRevoked(tenant="red", subject="sold", team=None, decided_by="a", reason=""), 3)
    nodes_here = ("gpu-17", "gpu-1", "tpu", "cpu-1", "other")
    assert known.enrolled_until_ms("red", nodes_here) == {"gpu-17": 150, "gpu-1": 150, "tpu": 150}
    assert known.enrolled_until_ms("blue", nodes_here) == {}


def test_a_node_reads_nothing_even_without_scopes() -> None:
    node = Principal(subject="n", tenant="red", roles=frozenset({"node"}), team="n", teams=frozenset({"n"}))
    assert not node.allows(READ)


def test_neither_key_opens_what_is_the_other_s(issuer: NodeIssuer, tmp_path: Path) -> None:
    person = mint(tmp_path, subject="ann", tenant="red", roles=("operator",), ttl_s=60, clock=CLOCK)
    with pytest.raises(InvalidToken, match="unknown key"):
        verifier(tmp_path).verify(person)
    with pytest.raises(InvalidToken, match="Audience"):
        verifier(tmp_path, cell="blue").verify(issuer.enrol("n", ["n"]))
    assert ensure_keys(tmp_path).jwks_file.read_bytes() != ensure_node_keys(tmp_path).jwks_file.read_bytes()
    with pytest.raises(ValueError, match="role is node"):
        mint(tmp_path, subject="ann", tenant="red", roles=("node",), ttl_s=60)


@pytest.mark.parametrize(
    ("names", "inside", "outside"),
    [
        (("gpu-17",), "gpu-17", "gpu-170"),
        (("gpu-*",), "gpu-17", "cpu-1"),
        (("a", "b*c"), "b.x-c", "bc-"),
        (("*",), "anything", "any\nthing"),
        (("a.b",), "a.b", "axb"),
    ],
)
def test_names_and_patterns(names: tuple[str, ...], inside: str, outside: str) -> None:
    nodes = NodeNames(names)
    assert (inside in nodes, outside in nodes) == (True, False)


@pytest.mark.parametrize("names", [(), ("",), ("a b",), ("x" * 129,), ("ü",), ("-a",)])
def test_malformed_names_are_refused(issuer: NodeIssuer, names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        issuer.enrol("n", names)


@pytest.mark.parametrize("ttl_s", [0, 59, 367 * 86_400])
def test_an_enrolment_lasts_a_bounded_time(issuer: NodeIssuer, ttl_s: int) -> None:
    with pytest.raises(ValueError, match="allowed: 60 to"):
        issuer.enrol("n", ["n"], ttl_s)


def test_reports_need_a_valid_token_of_their_node(issuer: NodeIssuer, tmp_path: Path) -> None:
    check = ReportCheck(verifier(tmp_path))
    shown = f"Bearer {token_of(issuer, tmp_path, 'gpu-17')}"
    assert check.refusal(report(shown), "gpu-17") is None
    assert "authorization is a token of gpu-17; allowed" in (check.refusal(report(shown), "gpu-18") or "")
    assert "(absent)" in (check.refusal(report(""), "gpu-17") or "")
    late = report(shown, after_ms=TOKEN_S * 1000 + 30_000)
    assert "expired" in (check.refusal(late, "gpu-17") or "")
    enrolment = f"Bearer {issuer.enrol('gpu-17', ['gpu-17'])}"
    assert NODE_REPORT in (check.refusal(report(enrolment), "gpu-17") or "")
    person = mint(tmp_path, subject="ann", tenant="red", roles=("operator",), ttl_s=60, clock=CLOCK)
    assert "unknown key" in (check.refusal(report(f"Bearer {person}"), "gpu-17") or "")


def test_reports_sent_before_the_revocation_stay_valid(issuer: NodeIssuer, tmp_path: Path) -> None:
    for fact in (
        MembershipRevoked(tenant="red", subject="rack-4", team=None, decided_by="ann", reason=""),
        None,
    ):
        feed = Known()
        check = ReportCheck(verifier(tmp_path, feed=feed))
        shown = token_of(issuer, tmp_path, "a")
        token_id = verifier(tmp_path).verify(shown).token_id
        revoked = fact or TokenRevoked(
            tenant="red", token_id=token_id, expires_at_ms=NOW_MS + 10**9, decided_by="ann", reason=""
        )
        feed.known.apply(revoked, NOW_MS + 5_000)
        assert check.refusal(report(f"Bearer {shown}", after_ms=4_999), "a") is None
        assert check.refusal(report(f"Bearer {shown}", after_ms=5_000), "a") is not None
