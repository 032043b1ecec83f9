"""Tokens, attacked as RFC 8725 and its CVEs teach."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from jwt import algorithms
from muster.identity import ROLES, SCOPES, SCOPES_OF_ROLE, AuthSettings, InvalidToken, Verifier, tokens
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.identity.keys import LOOK_EVERY_MS, read_jwks
from muster.identity.principal import (
    EVALS_WRITE,
    JOBS_WRITE,
    MODELS_WRITE,
    READ,
    SERVICE_ROLE,
    TENANT_WRITE,
    Principal,
)
from muster.identity.signing import KeyPair
from muster.journal.clock import ManualClock, SystemClock
from muster.journal.errors import Unavailable

NOW_S = SystemClock().now_ms() // 1000
"""When this file was read: the tests may run an hour and more after it."""
DAY_S = 86_400


@pytest.fixture
def keys(tmp_path: Path) -> KeyPair:
    return ensure_keys(tmp_path)


@pytest.fixture
def verifier(keys: KeyPair) -> Verifier:
    return Verifier(AuthSettings(jwks_file=keys.jwks_file, issuer=ISSUER, audience=AUDIENCE))


def claims(**changes: Any) -> dict[str, Any]:
    good: dict[str, Any] = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": "ann",
        "tenant": "acme",
        "roles": ["viewer"],
        "exp": NOW_S + DAY_S,
    }
    return {k: v for k, v in (good | changes).items() if v is not None}


def sign(keys: KeyPair, body: dict[str, Any], **header: Any) -> str:
    private = load_pem_private_key(keys.private_key_file.read_bytes(), None)
    kid = json.loads(keys.jwks_file.read_text())["keys"][0]["kid"]
    return jwt.encode(body, private, "EdDSA", {"kid": kid} | header)  # pyright: ignore[reportArgumentType]


def test_a_good_token(keys: KeyPair, verifier: Verifier) -> None:
    principal = verifier.verify(sign(keys, claims(team="research")))
    assert (principal.subject, principal.tenant, principal.team) == ("ann", "acme", "research")
    assert principal.roles == {"viewer"}
    assert principal.teams == {"research"}


def test_teams_roles_and_scopes(keys: KeyPair, verifier: Verifier) -> None:
    token = sign(
        keys,
        claims(teams=["vision", "speech"], team="speech", roles=["billing", "wizard"], scope="read dance"),
    )
    principal = verifier.verify(token)
    assert (principal.team, principal.teams) == ("speech", {"vision", "speech"})
    assert principal.roles == {"billing"}, "an unknown role gives nothing"
    assert principal.scopes == {"read"}
    assert principal.is_entitled_to("billing:write")
    assert not principal.allows("billing:write"), "the token says less than the role"
    assert not principal.is_entitled_to("cluster:write")


def test_without_teams_a_user_is_a_team_of_one(keys: KeyPair, verifier: Verifier) -> None:
    principal = verifier.verify(sign(keys, claims()))
    assert (principal.team, principal.teams) == ("ann", {"ann"})


def test_a_token_for_models_changes_nothing_else_and_one_for_all_of_the_tenant_changes_models_too() -> None:
    who = Principal(
        subject="job",
        tenant="acme",
        roles=frozenset({"submitter"}),
        team="",
        teams=frozenset(),
        scopes=frozenset({READ, MODELS_WRITE}),
    )
    assert {scope for scope in SCOPES if who.allows(scope)} == {READ, MODELS_WRITE}
    whole = replace(who, scopes=frozenset({TENANT_WRITE}))
    parts = {MODELS_WRITE, JOBS_WRITE, EVALS_WRITE}
    assert {scope for scope in SCOPES if whole.allows(scope)} == {TENANT_WRITE, *parts}
    assert not replace(who, roles=frozenset({"viewer"})).allows(MODELS_WRITE)
    service = replace(who, roles=frozenset({SERVICE_ROLE}), scopes=frozenset({JOBS_WRITE}))
    assert {scope for scope in SCOPES if service.allows(scope)} == {JOBS_WRITE}


def test_a_token_for_repositories_reads_and_writes_models_at_most(keys: KeyPair, verifier: Verifier) -> None:
    said = claims(roles=list(ROLES), repositories=["model/Acme/Tiny", "dataset/acme/text"])
    principal = verifier.verify(sign(keys, said))
    assert principal.repositories == {"model/acme/tiny", "dataset/acme/text"}
    assert {scope for scope in SCOPES if principal.allows(scope)} == {READ, MODELS_WRITE}
    reads = verifier.verify(sign(keys, said | {"scope": READ}))
    assert {scope for scope in SCOPES if reads.allows(scope)} == {READ}
    assert verifier.verify(sign(keys, claims())).repositories is None


@pytest.mark.parametrize(
    "names", [[], "model/acme/tiny", ["acme/tiny"], ["model/acme"], ["queue/acme/tiny"], ["model/a/b"] * 51]
)
def test_a_claim_that_names_no_repositories_is_refused_and_opens_nothing(
    keys: KeyPair, verifier: Verifier, names: Any
) -> None:
    with pytest.raises(InvalidToken, match="claim repositories"):
        verifier.verify(sign(keys, claims(repositories=names)))


def test_repositories_are_named_as_people_name_them(tmp_path: Path) -> None:
    token = mint(
        tmp_path,
        subject="ci",
        tenant="acme",
        roles=["submitter"],
        ttl_s=60,
        repositories=["acme/Tiny", "datasets/acme/text", "experiment/acme/my runs"],
    )
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    named = {"model/acme/tiny", "dataset/acme/text", "experiment/acme/my runs"}
    assert Verifier(auth).verify(token).repositories == named


@pytest.mark.parametrize(("role", "scopes"), SCOPES_OF_ROLE.items())
def test_each_role_allows_what_the_table_says(
    keys: KeyPair, verifier: Verifier, role: str, scopes: frozenset[str]
) -> None:
    principal = verifier.verify(sign(keys, claims(roles=[role])))
    assert {scope for scope in SCOPES if principal.allows(scope)} == scopes


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            {"roles": ["wizard"]},
            "role is wizard; must be one of viewer, submitter, operator, billing, reviewer",
        ),
        ({"scopes": ["dance"]}, "scope is dance; must be one of read, "),
        ({"ttl_s": 0}, "ttl_s is 0; allowed: 1 to "),
        ({"repositories": ["tiny"]}, "repository is 'tiny'; must be NAMESPACE/NAME, or TYPE/NAMESPACE/NAME"),
        ({"repositories": ["a/b/c"]}, "must be NAMESPACE/NAME"),
        ({"repositories": [f"a/{n}" for n in range(51)]}, "51 repositories; allowed: 50"),
    ],
)
def test_invalid_arguments_of_mint_are_named(tmp_path: Path, asked: dict[str, Any], says: str) -> None:
    good: dict[str, Any] = {"subject": "ann", "tenant": "acme", "roles": ["viewer"], "ttl_s": 60}
    with pytest.raises(ValueError, match=says):
        mint(tmp_path, **{**good, **asked})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"exp": NOW_S - 3600}, "expired"),
        ({"exp": None}, "exp"),
        ({"exp": "soon"}, "claim exp"),
        ({"nbf": NOW_S + DAY_S}, "not yet valid"),
        ({"iss": "somebody"}, "issuer"),
        ({"iss": None}, "iss"),
        ({"aud": "other"}, "Audience"),
        ({"aud": None}, "aud"),
        ({"sub": None}, "sub"),
        ({"sub": "a b"}, "claim sub is 'a b'; allowed: "),
        ({"sub": ""}, "claim sub"),
        ({"tenant": None}, "claim tenant"),
        ({"tenant": "../other"}, "claim tenant"),
        ({"tenant": ["acme"]}, "claim tenant"),
        ({"roles": None}, "claim roles"),
        ({"roles": "operator"}, "claim roles"),
        ({"team": 7}, "claim team"),
        ({"teams": "vision"}, "claim teams"),
        ({"teams": ["a b"]}, "claim teams"),
        ({"scope": ["read"]}, "claim scope"),
    ],
)
def test_a_claim_that_is_not_right(
    keys: KeyPair, verifier: Verifier, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidToken, match=why):
        verifier.verify(sign(keys, claims(**changes)))


def test_clocks_may_differ_by_the_leeway(keys: KeyPair, verifier: Verifier) -> None:
    assert verifier.verify(sign(keys, claims(exp=SystemClock().now_ms() // 1000 - 5))).subject == "ann"


def segment(data: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()


def kid_of(keys: KeyPair) -> str:
    return json.loads(keys.jwks_file.read_text())["keys"][0]["kid"]


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE"])
def test_alg_none_is_refused(keys: KeyPair, verifier: Verifier, algorithm: str) -> None:
    token = f"{segment({'alg': algorithm, 'kid': kid_of(keys)})}.{segment(claims())}."
    with pytest.raises(InvalidToken):
        verifier.verify(token)


def test_hmac_with_the_public_key_is_refused(keys: KeyPair, verifier: Verifier) -> None:
    """CVE-2022-29217 and its kind: the public key is no secret, so it must not work as one."""
    jwk = json.loads(keys.jwks_file.read_text())["keys"][0]
    signed = f"{segment({'alg': 'HS256', 'kid': jwk['kid']})}.{segment(claims())}"
    for secret in (keys.jwks_file.read_bytes(), base64.urlsafe_b64decode(jwk["x"] + "=")):
        mac = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
        with pytest.raises(InvalidToken, match="algorithm"):
            verifier.verify(f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}")


def test_another_key_pair_is_refused(tmp_path: Path, keys: KeyPair, verifier: Verifier) -> None:
    stranger = ensure_keys(tmp_path / "stranger")
    with pytest.raises(InvalidToken, match="unknown key"):
        verifier.verify(sign(stranger, claims()))
    with pytest.raises(InvalidToken, match="Signature"):
        verifier.verify(sign(stranger, claims(), kid=kid_of(keys)))


NESTED = f"{base64.urlsafe_b64encode(b'[' * 6_000).decode()}.e30.e30"


@pytest.mark.parametrize(
    "token", ["", "a", "a.b.c", "....", "e30.e30.", segment({"alg": "EdDSA"}) + ".x.y", "\0", NESTED]
)
def test_malformed_tokens_are_refused(verifier: Verifier, token: str) -> None:
    with pytest.raises(InvalidToken):
        verifier.verify(token)


def test_a_changed_payload_is_refused(keys: KeyPair, verifier: Verifier) -> None:
    head, _, signature = sign(keys, claims()).split(".")
    with pytest.raises(InvalidToken, match="Signature"):
        verifier.verify(f"{head}.{segment(claims(tenant='other'))}.{signature}")


def test_keys_rotate_without_a_restart(tmp_path: Path, keys: KeyPair, verifier: Verifier) -> None:
    old = sign(keys, claims())
    assert verifier.verify(old).subject == "ann"
    successor = ensure_keys(tmp_path / "successor")
    replacement = keys.jwks_file.with_suffix(".new")
    replacement.write_bytes(successor.jwks_file.read_bytes())
    replacement.replace(keys.jwks_file)
    assert verifier.verify(sign(successor, claims())).subject == "ann"
    with pytest.raises(InvalidToken, match="unknown key"):
        verifier.verify(old)


def test_a_removed_key_counts_no_longer_within_a_second_though_no_new_token_comes(keys: KeyPair) -> None:
    clock = ManualClock(1_000 * NOW_S)
    auth = AuthSettings(jwks_file=keys.jwks_file, issuer=ISSUER, audience=AUDIENCE)
    verifier, token = Verifier(auth, clock=clock), sign(keys, claims())
    assert verifier.verify(token).subject == "ann"
    keys.jwks_file.write_text('{"keys": []}')
    clock.advance(LOOK_EVERY_MS)
    with pytest.raises(InvalidToken, match="unknown key"):
        verifier.verify(token)


def test_keys_that_were_read_stay_good_while_their_file_is_unreadable(
    keys: KeyPair, verifier: Verifier
) -> None:
    token, content = sign(keys, claims()), keys.jwks_file.read_bytes()
    keys.jwks_file.write_bytes(b"{")
    with pytest.raises(Unavailable, match=r"no token can be checked: .*jwks.json: not a JSON Web Key Set"):
        verifier.verify(token)
    keys.jwks_file.write_bytes(content)
    assert verifier.verify(token).subject == "ann"
    keys.jwks_file.unlink()
    assert verifier.verify(token).subject == "ann"


def test_only_so_many_tokens_are_remembered_as_good(
    keys: KeyPair, verifier: Verifier, monkeypatch: Any
) -> None:
    monkeypatch.setattr(tokens, "CHECKED_MAX", 2)
    shown = [sign(keys, claims(sub=f"user-{n}")) for n in range(5)]
    for token in (*shown, *shown):
        assert verifier.verify(token).token == token


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_identity_providers_keys_work(tmp_path: Path, algorithm: str) -> None:
    private: Any
    jwk: dict[str, Any]
    if algorithm == "RS256":
        private = rsa.generate_private_key(65537, 2048)
        jwk = algorithms.RSAAlgorithm.to_jwk(private.public_key(), as_dict=True)
    else:
        private = ec.generate_private_key(ec.SECP256R1())
        jwk = algorithms.ECAlgorithm.to_jwk(private.public_key(), as_dict=True)
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps({"keys": [jwk | {"kid": "idp-1", "alg": algorithm}]}))
    verifier = Verifier(AuthSettings(jwks_file=file, issuer=ISSUER, audience=AUDIENCE))
    assert verifier.verify(jwt.encode(claims(), private, algorithm, {"kid": "idp-1"})).tenant == "acme"


def test_symmetric_keys_in_a_key_set_are_never_used() -> None:
    secret = {"kty": "oct", "k": "c2VjcmV0", "kid": "x", "alg": "HS256"}
    assert read_jwks(json.dumps({"keys": [secret]}).encode()) == {}


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"keys": [1]}', b'{"keys": [{"alg": "EdDSA", "kid": "x"}]}']
)
def test_malformed_key_sets_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not a JSON Web Key Set"):
        read_jwks(content)


def test_developers_keys_are_private_and_stay(tmp_path: Path) -> None:
    first = ensure_keys(tmp_path)
    private = first.private_key_file.read_bytes()
    assert os.stat(first.private_key_file).st_mode & 0o077 == 0
    assert ensure_keys(tmp_path) == first
    assert first.private_key_file.read_bytes() == private
    first.jwks_file.unlink()
    assert ensure_keys(tmp_path).jwks_file.exists()
    assert sorted(p.name for p in first.jwks_file.parent.iterdir()) == ["jwks.json", "private.pem"]


@pytest.mark.parametrize("ttl_s", [0, -1, 367 * 86_400])
def test_tokens_do_not_live_for_ever(tmp_path: Path, ttl_s: int) -> None:
    with pytest.raises(ValueError, match="ttl_s is"):
        mint(tmp_path, subject="ann", tenant="acme", roles=[], ttl_s=ttl_s)


def test_a_minted_token_ends(tmp_path: Path, keys: KeyPair, verifier: Verifier) -> None:
    past = ManualClock(now_ms=(NOW_S - 7200) * 1000)
    token = mint(tmp_path, subject="ann", tenant="acme", roles=["viewer"], ttl_s=3600, clock=past)
    with pytest.raises(InvalidToken, match="expired"):
        verifier.verify(token)
