"""Senders on command topics: checked by their tokens, as of the time of appending, without crashes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import CancelJob
from muster.events.operator_commands import CordonNode
from muster.events.registry_commands import DeleteRef, DeleteRepository, RefKind
from muster.events.topics import JOB_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.identity import AuthSettings, Refusal, SenderCheck, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.identity.principal import CLUSTER_WRITE, MODELS_WRITE, TENANT_WRITE
from muster.journal import Delivery, ManualClock, Position
from muster.testkit.tokens import Tokens

SCOPES = {CancelJob: TENANT_WRITE, CordonNode: CLUSTER_WRITE}
NOW_MS = ManualClock().now_ms()
CANCEL = CancelJob(job_id="job-a", tenant="acme", requested_by="ann")
CORDON = CordonNode(node_id="n1", requested_by="ann")


@pytest.fixture
def sender_check(tmp_path: Path) -> SenderCheck:
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    return SenderCheck(Verifier(auth, clock=ManualClock()), SCOPES)


def header(home: Path, **changes: Any) -> str:
    """The header of ann of acme, a submitter, for a minute."""
    who: dict[str, Any] = {"subject": "ann", "tenant": "acme", "roles": ["submitter"], "ttl_s": 60}
    return f"Bearer {mint(home, clock=ManualClock(), **(who | changes))}"


def sent(command: Any, authorization: str, after_ms: int = 0) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e", key="k", occurred_at_ms=0, producer="p", correlation_id="c", payload=command
    )
    position = Position(JOB_COMMANDS.name, 0, 0)
    return Delivery(position, NOW_MS + after_ms, envelope, authorization=authorization)


def summary(refusal: Refusal | None) -> tuple[str, list[tuple[str, str]]]:
    assert refusal is not None
    assert all(violation.allowed for violation in refusal.violations)
    return refusal.tenant, [(violation.field, violation.value) for violation in refusal.violations]


def test_its_sender_s_command_is_let_in(sender_check: SenderCheck, tmp_path: Path) -> None:
    assert sender_check.refusal(sent(CANCEL, header(tmp_path))) is None
    assert sender_check.refusal(sent(CANCEL, header(tmp_path).replace("Bearer", "bearer"))) is None
    assert sender_check.refusal(sent(CORDON, header(tmp_path, roles=["operator"]))) is None


def test_teams_and_roles_are_those_of_the_token(tmp_path: Path) -> None:
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    check = SenderCheck(Verifier(auth, clock=ManualClock()), {DeleteRepository: TENANT_WRITE})
    mine = DeleteRepository(
        repository="repo-a", tenant="acme", requested_by="ann", teams=("vision",), roles=("submitter",)
    )
    token = header(tmp_path, teams=["vision", "speech"])
    assert check.refusal(sent(mine, token)) is None
    theirs = replace(mine, teams=("vision", "audit"), roles=("operator", "submitter"))
    assert summary(check.refusal(sent(theirs, token))) == (
        "acme",
        [("teams", "audit"), ("roles", "operator")],
    )


def test_a_token_for_repositories_sends_only_commands_that_say_so(
    sender_check: SenderCheck, tmp_path: Path
) -> None:
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    scopes = {DeleteRef: MODELS_WRITE, CancelJob: MODELS_WRITE}
    check = SenderCheck(Verifier(auth, clock=ManualClock()), scopes)
    fields: dict[str, Any] = {"repository": "repo-a", "kind": RefKind.TAG, "name": "v1", "teams": ()}
    all_of_it = DeleteRef(**fields, tenant="acme", requested_by="ann", roles=("submitter",))
    tiny = replace(all_of_it, repositories=("model/acme/tiny",))
    token = header(tmp_path, repositories=["acme/tiny"])
    assert check.refusal(sent(tiny, token)) is None
    assert check.refusal(sent(tiny, header(tmp_path))) is None, "who may all may keep to less"
    assert summary(check.refusal(sent(all_of_it, token))) == ("acme", [("repositories", "(all)")])
    other = replace(tiny, repositories=("model/acme/other", "model/acme/tiny"))
    beyond = ("repositories", "model/acme/other, model/acme/tiny")
    assert summary(check.refusal(sent(other, token))) == ("acme", [beyond])
    assert summary(check.refusal(sent(CANCEL, token))) == ("acme", [("repositories", "(all)")])
    assert summary(
        check.refusal(sent(tiny, header(tmp_path, repositories=["acme/tiny"], scopes=["read"])))
    ) == (
        "acme",
        [("authorization", "scopes read")],
    )
    assert summary(sender_check.refusal(sent(CANCEL, token)))[0] == "acme", "nor for what is the tenant's"


def test_records_that_are_no_commands_are_not_judged(sender_check: SenderCheck) -> None:
    assert sender_check.refusal(sent("a heartbeat", "")) is None


@pytest.mark.parametrize(
    ("authorization", "why"),
    [
        ("", "(absent)"),
        ("Bearer", "not a bearer token"),
        ("Basic YW5uOmFubg==", "not a bearer token"),
        ("Bearer a.b.c", "the token is not valid"),
    ],
)
def test_without_a_token_nobody_speaks(sender_check: SenderCheck, authorization: str, why: str) -> None:
    tenant, [(field, value)] = summary(sender_check.refusal(sent(CANCEL, authorization)))
    assert (tenant, field) == ("", "authorization")
    assert value.startswith(why)


def test_a_stranger_s_key_proves_no_tenant(sender_check: SenderCheck, tmp_path: Path) -> None:
    refusal = sender_check.refusal(sent(CANCEL, header(tmp_path / "stranger")))
    assert summary(refusal) == ("", [("authorization", "the token is signed with an unknown key")])


def test_impersonation_is_refused_and_reveals_only_the_sender_s_own_tenant(
    sender_check: SenderCheck, tmp_path: Path
) -> None:
    refusal = sender_check.refusal(sent(CANCEL, header(tmp_path, tenant="other", subject="eve")))
    assert summary(refusal) == ("other", [("tenant", "acme"), ("requested_by", "ann")])


def test_a_role_or_a_scope_too_few_is_named(sender_check: SenderCheck, tmp_path: Path) -> None:
    refusal = sender_check.refusal(sent(CORDON, header(tmp_path)))
    assert summary(refusal) == ("acme", [("authorization", "roles submitter")])
    refusal = sender_check.refusal(sent(CANCEL, header(tmp_path, scopes=["read"])))
    assert summary(refusal) == ("acme", [("authorization", "scopes read")])


def test_a_token_must_be_good_when_the_command_was_appended(
    sender_check: SenderCheck, tmp_path: Path
) -> None:
    """A minute, and 30 s of leeway; the check's own clock stands still, as a reader's that is far behind."""
    token = header(tmp_path)
    assert sender_check.refusal(sent(CANCEL, token, after_ms=89_999)) is None
    for _ in range(2):
        refusal = sender_check.refusal(sent(CANCEL, token, after_ms=90_000))
        assert summary(refusal) == ("", [("authorization", "the token has expired")])
    assert sender_check.refusal(sent(CANCEL, token)) is None, (
        "a command that was appended earlier is still in time"
    )
    assert sender_check.refusal(sent(CANCEL, token, after_ms=-30_001)) is not None, "it was not issued yet"


SENDER_CHECK = Tokens().sender_check()


@given(st.text(max_size=200), st.sampled_from(["", "Bearer "]))
def test_no_header_breaks_the_door(text: str, scheme: str) -> None:
    assert SENDER_CHECK.refusal(sent(CORDON, scheme + text)) is not None
