"""One application made by the factory, called in-process with real tokens: what every service inherits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter, Depends, Query, Request, Response
from muster.api import ApiSettings, Caller, CallerOfRepositories, create_app, require_scope
from muster.api.cursors import Limit, ListAnswer, Order, Paging
from muster.api.periods import ALLOWED, Moment
from muster.api.prefixes import location
from muster.api.sse import EventStream, ServerEvent, draining_of
from muster.identity import AuthSettings, Principal
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.telemetry import metrics
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send


async def echo(request: Request) -> dict[str, int]:
    return {"bytes": len(await request.body())}


async def whoami(caller: Caller) -> dict[str, Any]:
    return {"subject": caller.subject, "tenant": caller.tenant, "roles": sorted(caller.roles)}


async def named(caller: CallerOfRepositories) -> dict[str, Any]:
    return {"repositories": sorted(caller.repositories or ())}


async def operate(caller: Annotated[Principal, Depends(require_scope("cluster:write"))]) -> str:
    return caller.subject


async def made(request: Request) -> Response:
    return Response(status_code=201, headers=location(request, "/things/1"))


async def page(limit: Limit = 50) -> int:
    return limit


async def sums(
    limit: Limit = 50, by: str = "", only: Annotated[list[str] | None, Query()] = None
) -> list[str]:
    return [by, *(only or [])]


async def moment(since: Moment | None = None) -> str:
    return "" if since is None else since.isoformat()


NAMES = [letter * 300 for letter in ("a", "é", "模", "\U0001f600", "\n", '"')]


async def names(paging: Paging) -> ListAnswer[dict[str, str]]:
    return paging.cut([{"name": name} for name in NAMES], Order({"name": str}))


async def defect() -> None:
    raise RuntimeError("a secret detail")


async def one_two() -> AsyncGenerator[ServerEvent, None]:
    yield ServerEvent({"n": 1}, id="job-events/0/1")
    yield ServerEvent({"n": 2, "text": "ü\nline"}, event="line", id="job-events/0/2")


async def broken() -> AsyncGenerator[ServerEvent, None]:
    yield ServerEvent({"n": 1})
    raise RuntimeError("a secret detail")


def routes() -> APIRouter:
    router = APIRouter()
    router.add_api_route("/echo", echo, methods=["POST"])
    router.add_api_route("/files/{name}", echo, methods=["PUT"], name="store")
    router.add_api_route("/files/{name}", echo, methods=["POST"], name="append")
    router.add_api_route("/whoami", whoami)
    router.add_api_route("/named", named)
    router.add_api_route("/operate", operate)
    router.add_api_route("/page", page)
    router.add_api_route("/v1/sums", sums)
    router.add_api_route("/v1/names", names)
    router.add_api_route("/v1/none", lambda: None)
    router.add_api_route("/v1/moment", moment)
    router.add_api_route("/things", made, methods=["POST"], status_code=201)
    router.add_api_route("/defect", defect)
    router.add_api_route("/stream", lambda: EventStream(one_two()), name="stream")
    router.add_api_route("/broken", lambda: EventStream(broken()), name="broken")
    return router


class Api:
    """The application, and tokens for it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        auth = AuthSettings(jwks_file=ensure_keys(home).jwks_file, issuer=ISSUER, audience=AUDIENCE)
        settings = ApiSettings(
            auth=auth,
            body_bytes_max=1000,
            body_bytes_max_under={"/files/": 5000},
            servers=("/", "/eu", "https://muster.example/test"),
        )
        self.app = create_app("test", settings, [routes()])

    def token(self, *roles: str, tenant: str = "acme", **limits: Any) -> dict[str, str]:
        token = mint(self.home, subject="ann", tenant=tenant, roles=roles, ttl_s=60, **limits)
        return {"Authorization": f"Bearer {token}"}

    @asynccontextmanager
    async def client(self, prefix: str = "") -> AsyncGenerator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(behind(self.app, prefix))
        async with httpx.AsyncClient(transport=transport, base_url="http://api") as client:
            yield client

    def request(self, method: str, path: str, *, prefix: str = "", **options: Any) -> httpx.Response:
        async def call() -> httpx.Response:
            async with self.client(prefix) as client:
                return await client.request(method, f"{prefix}{path}", **options)

        return asyncio.run(call())


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(tmp_path)


def test_a_list_is_read_to_its_end_whatever_its_names_are(api: Api) -> None:
    found, query = list[str](), {"limit": "1"}
    while len(found) < len(NAMES):
        answer = api.request("GET", "/v1/names", params=query)
        assert answer.status_code == 200, answer.text
        found += [item["name"] for item in answer.json()["items"]]
        query["page_token"] = answer.json()["next_page_token"]
    assert (found, query["page_token"]) == (sorted(NAMES), None)


def behind(app: ASGIApp, prefix: str) -> ASGIApp:
    """The application as a host with several of them calls it, for paths with its prefix."""

    async def prefixed(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "root_path": prefix}, receive, send)

    return prefixed


def problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["type"] == f"/problems/{code}"
    assert body["status"] == status
    assert body["title"]
    assert body["detail"]
    assert body["request_id"] == response.headers["x-request-id"]
    return body


def test_a_good_token_says_who_asks(api: Api) -> None:
    response = api.request("GET", "/whoami", headers=api.token("viewer", "operator"))
    assert response.json() == {"subject": "ann", "tenant": "acme", "roles": ["operator", "viewer"]}


def test_a_token_for_repositories_opens_no_route_that_does_not_say_so(api: Api) -> None:
    shown = api.token("viewer", "operator", repositories=["acme/tiny"])
    for path in ("/whoami", "/operate"):
        problem(api.request("GET", path, headers=shown), 403, "forbidden")
    named = api.request("GET", "/named", headers=shown)
    assert named.json() == {"repositories": ["model/acme/tiny"]}


def test_no_token_is_401_with_a_challenge(api: Api) -> None:
    response = api.request("GET", "/whoami")
    problem(response, 401, "unauthorized")
    assert response.headers["www-authenticate"] == 'Bearer realm="muster"'


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic YTpi", "bearer a.b.c", "Bearer " + "a" * 9000]
)
def test_a_bad_token_is_401(api: Api, header: str) -> None:
    response = api.request("GET", "/whoami", headers={"Authorization": header})
    problem(response, 401, "unauthorized")
    assert response.headers["www-authenticate"].startswith("Bearer")


def test_roles_open_doors(api: Api) -> None:
    assert api.request("GET", "/operate", headers=api.token("operator")).json() == "ann"
    body = problem(api.request("GET", "/operate", headers=api.token("submitter")), 403, "forbidden")
    assert body["detail"] == "needs the role operator"


def test_a_token_may_do_no_more_than_its_scopes(api: Api) -> None:
    reading = api.token("operator", scopes=["read"])
    assert api.request("GET", "/whoami", headers=reading).is_success
    body = problem(api.request("GET", "/operate", headers=reading), 403, "forbidden")
    assert body["detail"] == "the token lacks the scope cluster:write"
    nothing = api.token("operator", scopes=[])
    problem(api.request("GET", "/whoami", headers=nothing), 403, "forbidden")


def test_a_scope_that_does_not_exist_is_a_defect_at_once() -> None:
    with pytest.raises(ValueError, match="scope is jobs:eat; must be one of read, tenant:write"):
        require_scope("jobs:eat")


def test_routes_and_methods_that_are_not_there(api: Api) -> None:
    body = problem(api.request("GET", "/nowhere"), 404, "not-found")
    assert body["instance"] == "/nowhere"
    response = api.request("GET", "/echo")
    problem(response, 405, "method-not-allowed")
    assert response.headers["allow"] == "POST"
    assert api.request("DELETE", "/files/x").headers["allow"] == "POST, PUT"


@pytest.mark.parametrize(
    ("size", "allowed"), [("0", "greater"), ("1001", "less"), ("-1", "greater"), ("x", "integer")]
)
def test_page_sizes_have_a_limit(api: Api, size: str, allowed: str) -> None:
    (violation,) = problem(api.request("GET", f"/page?limit={size}"), 422, "invalid-request")["violations"]
    assert (violation["field"], violation["value"]) == ("limit", size)
    assert allowed in violation["allowed"]
    assert api.request("GET", "/page?limit=1000").json() == 1000


def test_a_defect_shows_an_id_and_nothing_else(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    response = api.request("GET", "/defect")
    problem(response, 500, "internal-error")
    assert "secret" not in response.text
    assert "a secret detail" in caplog.text


def test_bodies_have_a_limit_by_path(api: Api) -> None:
    assert api.request("POST", "/echo", content=b"x" * 1000).json() == {"bytes": 1000}
    body = problem(api.request("POST", "/echo", content=b"x" * 1001), 413, "content-too-large")
    assert body["detail"] == "the body is larger than 1000 bytes"
    assert api.request("PUT", "/files/a", content=b"x" * 5000).json() == {"bytes": 5000}


def test_a_body_without_length_is_cut_when_it_passes_the_limit(api: Api) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(100_000):
            sent += 100
            yield b"x" * 100

    response = api.request("POST", "/echo", content=endless())
    problem(response, 413, "content-too-large")
    assert sent <= 1200


@pytest.mark.parametrize("target", ["/page?x=%00", "/%00", "/page?%00", "/whoami/a%00b"])
def test_nul_in_a_target_is_refused(api: Api, target: str) -> None:
    problem(api.request("GET", target), 400, "bad-request")


def test_ids_come_back_and_strange_ones_are_replaced(api: Api) -> None:
    given = api.request("GET", "/page", headers={"X-Request-ID": "trace-me_1.2"})
    assert given.headers["x-request-id"] == "trace-me_1.2"
    for strange in ("a b", "x" * 65, "<script>"):
        made = api.request("GET", "/page", headers={"X-Request-ID": strange}).headers["x-request-id"]
        assert len(made) == 24


def test_every_answer_carries_security_headers(api: Api) -> None:
    for path in ("/page", "/nowhere", "/defect"):
        headers = api.request("GET", path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_metrics_have_labels_with_bounded_values(api: Api) -> None:
    for path in ("/whoami/a", "/whoami/b"):
        api.request("BREW", path)
    scraped = metrics.exposition().decode()
    assert 'method="(other)",route="(none)"' in scraped
    assert "BREW" not in scraped
    assert "/whoami/a" not in scraped


def test_a_stream_of_events(api: Api) -> None:
    response = api.request("GET", "/stream")
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.text == (
        "retry: 1000\n\n"
        'id: job-events/0/1\ndata: {"n":1}\n\n'
        'event: line\nid: job-events/0/2\ndata: {"n":2,"text":"ü\\nline"}\n\n'
    )


def test_a_stream_that_fails_says_so_without_secrets(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    text = api.request("GET", "/broken").text
    assert json.loads(text.split("event: error\ndata: ")[1])["type"] == "/problems/internal-error"
    assert "secret" not in text
    assert "a secret detail" in caplog.text


def test_silence_is_broken_and_the_source_is_closed(api: Api) -> None:
    closed: list[bool] = []

    async def slow() -> AsyncGenerator[ServerEvent, None]:
        try:
            await asyncio.Event().wait()
            yield ServerEvent({})
        finally:
            closed.append(True)

    sent: list[bytes] = []

    async def send(message: Message) -> None:
        if body := message.get("body"):
            sent.append(body)
        if len(sent) == 3:
            raise OSError("the client is gone")

    async def read() -> None:
        scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "app": api.app}
        with pytest.raises(ClientDisconnect):
            await EventStream(slow(), keep_alive_s=0.001)(scope, receive, send)

    async def receive() -> Message:
        raise AssertionError("not asked for")

    asyncio.run(read())
    assert sent == [b"retry: 1000\n\n", b": keep-alive\n\n", b": keep-alive\n\n"]
    assert closed == [True]


def test_a_stream_ends_when_the_service_is_told_to_stop(api: Api) -> None:
    async def endless() -> AsyncGenerator[ServerEvent, None]:
        draining_of(api.app).set()
        await asyncio.Event().wait()
        yield ServerEvent({})

    sent: list[bytes] = []

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))

    async def receive() -> Message:
        raise AssertionError("not asked for")

    scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "app": api.app}
    asyncio.run(EventStream(endless())(scope, receive, send))
    assert sent == [b"", b"retry: 1000\n\n", b""]


def test_openapi_lists_what_is_served(api: Api) -> None:
    document = api.request("GET", "/openapi.json").json()
    assert set(document["paths"]) == {
        "/echo",
        "/files/{name}",
        "/whoami",
        "/named",
        "/operate",
        "/page",
        "/v1/sums",
        "/v1/names",
        "/v1/none",
        "/v1/moment",
        "/things",
        "/defect",
        "/stream",
        "/broken",
    }
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert "HTTPValidationError" not in json.dumps(document)


@pytest.mark.parametrize("prefix", ["", "/test"])
def test_the_location_of_a_new_resource_has_the_prefix_of_the_request(api: Api, prefix: str) -> None:
    response = api.request("POST", "/things", prefix=prefix)
    assert (response.status_code, response.headers["location"]) == (201, f"{prefix}/things/1")


@pytest.mark.parametrize(
    ("prefix", "servers"),
    [
        ("", ["/", "/eu", "https://muster.example/test"]),
        ("/test", ["/test", "/test/eu", "https://muster.example/test"]),
    ],
)
def test_the_document_names_the_server_with_the_prefix_of_the_request(
    api: Api, prefix: str, servers: list[str]
) -> None:
    for _ in range(2):  # the document itself is made once
        document = api.request("GET", "/openapi.json", prefix=prefix).json()
        assert [server["url"] for server in document["servers"]] == servers


@pytest.mark.parametrize("prefix", ["", "/test"])
def test_a_path_s_own_limit_holds_under_any_prefix(api: Api, prefix: str) -> None:
    for size, status in ((5000, 200), (5001, 413)):
        response = api.request("PUT", "/files/x", prefix=prefix, content=b"x" * size)
        assert response.status_code == status


@pytest.mark.parametrize(
    ("query", "field", "value", "detail"),
    [
        ("bye=team", "bye", "team", "bye is not a parameter; did you mean by?"),
        ("BY=team", "BY", "team", "BY is not a parameter; did you mean by?"),
        ("page_size=1", "page_size", "1", "page_size is not a parameter; must be one of limit, by, only"),
        ("by=team&by=model", "by", "team, model", "by is given 2 times; must be given once"),
        ("by=&by=", "by", ", ", "by is given 2 times; must be given once"),
        ("limit=0&bye=x&zzz=y", "bye", "x", "bye is not a parameter; did you mean by? (and 1 more)"),
    ],
)
def test_a_route_refuses_parameters_that_it_does_not_declare_or_take_twice(
    api: Api, query: str, field: str, value: str, detail: str
) -> None:
    body = problem(api.request("GET", f"/v1/sums?{query}"), 422, "invalid-request")
    assert body["detail"] == detail
    assert (body["violations"][0]["field"], body["violations"][0]["value"]) == (field, value)


def test_a_list_may_be_repeated_and_a_route_without_parameters_takes_none(api: Api) -> None:
    assert api.request("GET", "/v1/sums?only=a&only=b&by=c").json() == ["c", "a", "b"]
    body = problem(api.request("GET", "/v1/none?x=1"), 422, "invalid-request")
    assert body["detail"] == "x is not a parameter; this route takes none"


def test_routes_of_other_protocols_ignore_parameters_that_they_do_not_know(api: Api) -> None:
    assert api.request("GET", "/page?limit=7&bye=team").json() == 7


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("2026-11-21T00:00:00Z", "2026-11-21T00:00:00+00:00"),
        ("2026-11-21T00:00%2B02:00", "2026-11-21T00:00:00+02:00"),
        ("2026-11-21T00:00:00.123456-05:00", "2026-11-21T00:00:00.123456-05:00"),
    ],
)
def test_a_time_with_its_zone_is_read(api: Api, sent: str, read: str) -> None:
    assert api.request("GET", f"/v1/moment?since={sent}").json() == read


@pytest.mark.parametrize(
    ("sent", "allowed"),
    [
        ("2026-11-21T00:00:00", ALLOWED),
        ("2026-11-21", ALLOWED),
        ("1795219200", ALLOWED),
        ("", ALLOWED),
        ("2026-02-30T00:00:00Z", ALLOWED),
        ("2026-11-21T00:00:00+02:00", f"{ALLOWED}; in an address, + is %2B"),
    ],
)
def test_a_time_without_its_zone_is_refused(api: Api, sent: str, allowed: str) -> None:
    body = problem(api.request("GET", f"/v1/moment?since={sent}"), 422, "invalid-request")
    [violation] = body["violations"]
    assert (violation["field"], violation["allowed"]) == ("since", allowed)
    assert body["detail"] == f"since is {sent.replace('+', ' ') or 'empty'}; must be {allowed}"


@pytest.mark.parametrize("prefix", ["", "/metering"])
def test_the_root_names_the_service_and_leads_to_its_routes(api: Api, prefix: str) -> None:
    answer = api.request("GET", "/", prefix=prefix)
    assert answer.json() == {
        "title": "Muster test",
        "description": "",
        "docs": f"{prefix}/docs",
        "openapi": f"{prefix}/openapi.json",
    }
    for path in ("docs", "openapi"):
        assert api.request("GET", answer.json()[path].removeprefix(prefix), prefix=prefix).status_code == 200
    page = api.request("GET", "/", prefix=prefix, headers={"Accept": "text/html,*/*"})
    assert page.headers["content-type"].startswith("text/html")
    assert f'<a href="{prefix}/docs">' in page.text
