"""Facts on identity-events soon apply to every verifier: in memory, and on the real Kafka."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import jwt
import pytest
from muster.events.topics import IDENTITY_EVENTS
from muster.identity import AuthSettings, InvalidToken, Issuer, MembershipFeed, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.journal import MemoryJournal, SystemClock, Unavailable
from muster.journal.admin import create_topics, register_schemas
from muster.journal.journal import Journal
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import until


class AwayAtFirst(MemoryJournal):
    """A log that does not answer until `away` is set to False."""

    away = True

    def reader(self, *args: Any, **options: Any) -> Any:
        if self.away:
            raise Unavailable("no broker")
        return super().reader(*args, **options)


@pytest.fixture(params=["memory", pytest.param("kafka", marks=pytest.mark.stack)])
def journal(request: pytest.FixtureRequest) -> Generator[Journal]:
    if request.param == "memory":
        yield MemoryJournal()
        return
    endpoints: Mapping[str, str] = request.getfixturevalue("endpoints")
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(bootstrap)
    register_schemas(registry)
    with closing(KafkaJournal(bootstrap, registry, "identity-test", topics=[IDENTITY_EVENTS])) as journal:
        yield journal


@pytest.fixture
def issuer(journal: Journal) -> Generator[Issuer]:
    with closing(journal.producer("identity-test")) as producer:
        yield Issuer(producer, "zoe", SystemClock())


@pytest.fixture
def verifier(journal: Journal, tmp_path: Path) -> Generator[Verifier]:
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    with closing(MembershipFeed(journal, "identity-test")) as feed:
        until(lambda: feed.problem is None)
        yield Verifier(auth, feed)


def refused(verifier: Verifier, token: str) -> bool:
    try:
        verifier.verify(token)
    except InvalidToken:
        return True
    return False


@pytest.fixture
def ann() -> str:
    """A user nobody else uses: the topic is shared with other tests."""
    return f"ann-{uuid.uuid4().hex[:8]}"


def test_a_revoked_token_is_refused_soon(
    verifier: Verifier, issuer: Issuer, ann: str, tmp_path: Path
) -> None:
    lost, other = (mint(tmp_path, subject=ann, tenant="acme", roles=["viewer"], ttl_s=600) for _ in range(2))
    principal = verifier.verify(lost)
    expires_at_ms = jwt.decode(lost, options={"verify_signature": False})["exp"] * 1000
    issuer.revoke_token("acme", principal.token_id, expires_at_ms, reason="lost")
    until(lambda: refused(verifier, lost))
    assert verifier.verify(other).subject == ann


def test_members_who_left_are_refused_and_new_members_belong_to_their_team(
    verifier: Verifier, issuer: Issuer, ann: str, tmp_path: Path
) -> None:
    token = mint(tmp_path, subject=ann, tenant="acme", roles=["viewer"], ttl_s=600, teams=["speech"])
    issuer.grant("acme", ann, "vision")
    until(lambda: sorted(verifier.verify(token).teams) == ["speech", "vision"])
    issuer.revoke("acme", ann, "speech")
    until(lambda: sorted(verifier.verify(token).teams) == ["vision"])
    assert verifier.verify(token).team == "vision", "the primary team is one of those that are left"
    issuer.revoke("acme", ann)
    until(lambda: refused(verifier, token))


@pytest.mark.slow
def test_a_reader_that_starts_later_knows_the_same(
    verifier: Verifier, issuer: Issuer, journal: Journal, ann: str, tmp_path: Path
) -> None:
    token = mint(tmp_path, subject=ann, tenant="acme", roles=["viewer"], ttl_s=600)
    issuer.revoke("acme", ann)
    until(lambda: refused(verifier, token))
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    with closing(MembershipFeed(journal, "identity-late")) as feed:
        until(lambda: feed.known is not None)
        assert refused(Verifier(auth, feed), token)


def test_tokens_are_refused_until_the_log_was_read(tmp_path: Path) -> None:
    journal = AwayAtFirst()
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    token = mint(tmp_path, subject="ann", tenant="acme", roles=["viewer"], ttl_s=600)
    with closing(MembershipFeed(journal, "identity-test")) as feed:
        until(lambda: feed.problem != "memberships have not been read yet")
        with pytest.raises(Unavailable, match="no token can be checked: memberships: Unavailable"):
            Verifier(auth, feed).verify(token)
        journal.away = False
        until(lambda: feed.problem is None)
        assert Verifier(auth, feed).verify(token).subject == "ann"
