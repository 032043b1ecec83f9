"""Enrolments of nodes, and the tokens that enrolled nodes get."""

from __future__ import annotations

from datetime import datetime

import httpx
import pytest
from muster.events.job_events import NodeRefused
from muster.identity.devkeys import ensure_node_keys, mint
from muster.identity.nodes import TOKEN_S, NodeIssuer, node_verifier
from muster.journal import ManualClock, SystemClock
from muster.testkit.api.submit_cell import SubmitCell
from muster.testkit.patience import until

pytestmark = [pytest.mark.stack]


def exchange(cell: SubmitCell, credential: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {credential}"}
    return httpx.post(f"{cell.url}/v1/node-tokens", headers=headers, trust_env=False, timeout=30)


def test_a_node_enrolled_by_an_operator_gets_tokens(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, "operator") as operator:
        made = operator.post(
            "/v1/node-enrolments", json={"name": "rack-4", "nodes": ["gpu-*"], "ttl_s": 3600}
        )
    assert made.status_code == 201, made.text
    enrolment = made.json()
    assert (enrolment["name"], enrolment["cell"], enrolment["nodes"]) == ("rack-4", "default", ["gpu-*"])
    answer = exchange(cell, enrolment["enrolment"])
    assert answer.status_code == 200, answer.text
    assert 3_500 < answer.json()["expires_in_s"] <= 3_600 < TOKEN_S
    verifier = node_verifier(ensure_node_keys(cell.home).jwks_file, "default")
    holder = verifier.verify(answer.json()["token"])
    assert holder.nodes is not None
    assert ("gpu-17" in holder.nodes, "cpu-1" in holder.nodes) == (True, False)
    assert exchange(cell, answer.json()["token"]).status_code == 403, (
        "a token for the log is not valid for the API"
    )


def test_a_node_shows_the_end_of_its_enrolment_and_a_revoked_one_is_not_renewed(
    cell: SubmitCell, tenant: str
) -> None:
    node = f"node-{tenant}"
    past = ManualClock(SystemClock().now_ms() - 700_000)
    issuer = NodeIssuer(ensure_node_keys(cell.home).private_key_file, "default", past)
    enrolment = issuer.enrol(node, [node], 1_000)
    cell.fact(node, NodeRefused(node_id=node, message="so that it is listed"))
    renewed = exchange(cell, enrolment).json()["enrolment"]
    answer = exchange(cell, renewed).json()
    assert answer["enrolment"] is None, "it has just been renewed"

    def enrolled_until() -> list[str | None]:
        return [
            each["enrolled_until"]
            for each in operator.get("/v1/nodes").json()["items"]
            if each["node_id"] == node
        ]

    with cell.client(tenant, "operator") as operator:
        until(lambda: any(enrolled_until()))
        left_s = datetime.fromisoformat(enrolled_until()[0] or "").timestamp() - SystemClock().now_ms() / 1000
        assert 300 < left_s <= 1_000, "the renewed enrolment counts"
        assert operator.delete(f"/v1/node-enrolments/{node}", params={"reason": "sold"}).status_code == 200
        until(lambda: exchange(cell, renewed).status_code == 401)
        assert exchange(cell, enrolment).status_code == 401
        assert enrolled_until() == [None]


@pytest.mark.parametrize("role", ["viewer", "submitter", "billing"])
def test_only_operators_enrol_nodes(cell: SubmitCell, tenant: str, role: str) -> None:
    with cell.client(tenant, role) as somebody:
        assert somebody.post("/v1/node-enrolments", json={"name": "n", "nodes": ["n"]}).status_code == 403
        assert somebody.delete("/v1/node-enrolments/n").status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {"name": "n", "nodes": []},
        {"name": "", "nodes": ["n"]},
        {"name": "n", "nodes": ["a b"]},
        {"name": "n", "nodes": ["n"], "ttl_s": 1},
        {"name": "n", "nodes": ["n"], "cell": "other"},
        {"name": "n", "nodes": ["x" * 100] * 50},
    ],
)
def test_an_invalid_enrolment_is_rejected_with_the_allowed_values(
    cell: SubmitCell, tenant: str, body: dict[str, object]
) -> None:
    with cell.client(tenant, "operator") as operator:
        refused = operator.post("/v1/node-enrolments", json=body)
    assert refused.status_code == 422, refused.text
    assert refused.json()["violations"][0]["allowed"]


def test_neither_users_nor_other_cells_get_tokens_of_nodes(cell: SubmitCell, tenant: str) -> None:
    person = mint(cell.home, subject="ann", tenant=tenant, roles=("operator",), ttl_s=60)
    other = NodeIssuer(ensure_node_keys(cell.home).private_key_file, "other").enrol("n", ["n"])
    for credential in (person, other, "nonsense"):
        assert exchange(cell, credential).status_code == 401


def test_an_enrolment_is_valid_for_no_other_route(cell: SubmitCell) -> None:
    credential = NodeIssuer(ensure_node_keys(cell.home).private_key_file, "default").enrol("n", ["n"])
    with httpx.Client(
        base_url=cell.url, headers={"Authorization": f"Bearer {credential}"}, trust_env=False
    ) as node:
        assert [node.get(path).status_code for path in ("/v1/jobs", "/v1/nodes", "/v1/policy")] == [401] * 3
