"""Prices and costs over REST, on the real servers: who sees what, and that it adds up."""

from __future__ import annotations

import csv
import threading
import uuid
from collections import defaultdict
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import CommandLog
from muster.api.rate_limit import Rate, RateLimit
from muster.deciding import MemoryStore
from muster.events.job_commands import Tier
from muster.events.job_events import AttemptOutcome, JobSucceeded, OutputDeleted, OutputRecorded
from muster.events.measurement_events import BusyTime, GpuMeasured, TaskMeasured, UsageMeasured
from muster.events.topics import MEASUREMENT_EVENTS, METERING_COMMANDS, METERING_LOG, USAGE_EVENTS
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    BudgetMeasured,
    ChargesCorrected,
    DayCharged,
    StorageCharged,
    WindowEnded,
)
from muster.events.wire.envelope import Envelope
from muster.identity.devkeys import mint
from muster.journal import Outgoing, SystemClock
from muster.metering.config import Settings
from muster.metering.edge.http import API, as_written
from muster.metering.edge.projections import TABLES
from muster.metering.edge.running import Live
from muster.service.starting.api import serve
from muster.testkit.api.serving import Served
from muster.testkit.cores import build as made
from muster.testkit.cores.metered import MINUTE_MS, bound, ended, queued, saved, stopping
from muster.testkit.offline import offline
from muster.testkit.patience import until
from muster.testkit.stack.fed_cell import FedCell, envelope
from muster.views.projector import Projector
from muster.views.reading.tables import Tables

START_MS = 1_795_219_200_000
"""Midnight, 2026-11-21."""

DAY = 24 * 60
DAYS = {"since": "2026-11-21T00:00:00Z", "until": "2026-11-22T00:00:00Z"}
CARD = {
    "name": "autumn",
    "currency": "USD",
    "default_gpu_hour": "4.00",
    "rates": [{"gpu_model": "A100", "gpu_hour": "2.50"}],
    "tier_percent": {"batch-inference": 50},
    "storage_gb_month": "0.03",
}


def test_all_routes_are_documented() -> None:
    document = API.build(offline(Settings)).openapi()
    assert {path: set(methods) for path, methods in document["paths"].items()} == {
        "/v1/rates": {"get", "post"},
        "/v1/reratings": {"post"},
        "/v1/budgets": {"get", "post"},
        "/v1/budgets/{name}": {"get", "delete"},
        "/v1/costs": {"get"},
        "/v1/costs/export": {"get"},
        "/v1/efficiency": {"get"},
        "/v1/efficiency/jobs": {"get"},
        "/v1/costs/reconciliation": {"get"},
        "/v1/costs/running": {"get"},
        "/v1/costs/report": {"get"},
        "/v1/costs/split": {"get"},
        "/v1/token-work": {"post"},
        "/v1/commands/{command_id}": {"get"},
    }


@dataclass
class Site:
    """A metered cell, and its API."""

    cell: FedCell
    url: str
    home: Path
    seq: int = 0
    clients: ExitStack = field(default_factory=ExitStack)

    def tell(self, minute: float, *facts: Any) -> None:
        """Facts of that minute."""
        self.cell.commit(self.seq, START_MS + int(minute * MINUTE_MS), facts)
        self.seq += 1

    def priced(self, **changes: Any) -> None:
        """By CARD, from midnight."""
        card = {**CARD, **changes, "starts_at": "2026-11-21T00:00:00Z"}
        done = self.client("acme", "billing").post("/v1/rates", params={"wait_s": 30}, json=card)
        assert (done.status_code, done.json()["outcome"]) == (200, "accepted"), done.text

    def client(self, tenant: str, *roles: str, team: str = "vision", user: str = "ann") -> httpx.Client:
        """A caller."""
        token = mint(
            self.home, subject=user, tenant=tenant, roles=roles or ("submitter",), ttl_s=600, team=team
        )
        shown = {"authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=self.url, headers=shown, timeout=60, trust_env=False)
        return self.clients.enter_context(client)

    def newest(self) -> str:
        """Return the last position of `usage-events`."""
        with closing(self.cell.log.reader([USAGE_EVENTS], name="t")) as reader:
            return str([delivery.position for delivery in reader.read_to_end()][-1])

    def costs(
        self, client: httpx.Client, by: str = "", **query: Any
    ) -> dict[tuple[str, ...], tuple[str, str]]:
        """Cost and charge by the dimensions, as of all that is on the log."""
        answer = client.get("/v1/costs", params={"by": by, "after": self.newest(), **DAYS, **query})
        assert answer.status_code == 200, answer.text
        return {(*item["key"].values(),): (item["cost"], item["charged"]) for item in answer.json()["items"]}

    def export(self, client: httpx.Client, kind: str) -> bytes:
        """The file of the day, as of all that is on the log."""
        answer = client.get("/v1/costs/export", params={"format": kind, "after": self.newest(), **DAYS})
        assert answer.status_code == 200, answer.text
        name = f"muster-focus-2026-11-21-2026-11-22.{kind}"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        return answer.content

    def exported(self, client: httpx.Client) -> dict[tuple[str, ...], Decimal]:
        """Return the billed cost by account, team and category from the CSV file."""
        found: dict[tuple[str, ...], Decimal] = defaultdict(Decimal)
        for row in csv.DictReader(self.export(client, "csv").decode().splitlines()):
            key = row["BillingAccountId"], row["SubAccountId"], row["ChargeCategory"]
            found[key] += Decimal(row["BilledCost"])
        return dict(found)


@contextmanager
def _served(cell: FedCell, settings: Settings) -> Generator[str]:
    """The API on the cell's own topics, and its projection."""
    view = f"metering_t{uuid.uuid4().hex[:8]}"
    projection = TABLES.open(settings, view=view)
    producer = cell.log.producer("http")
    live = Live(cell.log, SystemClock(), threading.Event(), MemoryStore())

    @asynccontextmanager
    async def connect(app: FastAPI) -> AsyncGenerator[None]:
        async with Tables.connected(settings.postgres_dsn, view=view) as tables:
            clock = SystemClock()
            app.state.journal = cell.log
            app.state.live = live
            app.state.gateway = CommandGateway(
                log=CommandLog(cell.log, [METERING_COMMANDS], producer, clock, "metering/test"),
                limit=RateLimit(Rate(per_s=100, burst=100), clock),
                tables=tables,
                facts=USAGE_EVENTS,
                decider="metering",
                as_written=as_written,
            )
            yield

    projector = Projector([projection], cell.log)
    projector.start()
    try:
        work = serve(API.build(settings, connect=connect))
        assert work.app is not None
        with Served(work.app, work.missing) as served:
            _wait_until_ready(served.url)
            yield served.url
    finally:
        projector.stop()
        producer.close()
        live.close()
        projection.view.drop()
        projection.view.close()


def _wait_until_ready(url: str) -> None:
    def ready() -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{url}/readyz", trust_env=False).status_code == 200
        return False

    until(ready, "the API", pause_s=0.1)


@pytest.fixture
def site(endpoints: Mapping[str, str], tmp_path: Path) -> Generator[Site]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    with closing(FedCell(endpoints, "metering", METERING_LOG)) as cell:
        cell.contend(tmp_path / "decider")
        cell.wait_for_epoch(1)
        with _served(cell, offline(Settings, **values)) as url:
            site = Site(cell, url, Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent)
            with site.clients:
                yield site


@pytest.mark.stack
def test_a_job_is_told_what_its_output_costs_until_it_is_deleted(site: Site) -> None:
    """A MB at 30,000 USD for a GB month costs a dollar a day."""
    site.priced(storage_gb_month="30000")
    site.tell(0, queued("job-a"), queued("job-b", team="audio"))
    said: dict[str, Any] = {"job_id": "job-a", "attempt": 1, "node_id": "n1"}
    site.tell(6 * 60, OutputRecorded(**said, size_bytes=400_000))
    site.tell(12 * 60, OutputRecorded(**said, size_bytes=1_000_000), JobSucceeded(job_id="job-a", attempt=1))
    site.tell(DAY + 12 * 60, OutputDeleted(job_id="job-a", tenant="acme", objects=2))
    site.tell(3 * DAY + 2)
    site.cell.wait_for_fact(WindowEnded, lambda fact: fact.ends_at_ms == START_MS + 3 * DAY * MINUTE_MS)
    site.cell.wait_for_fact(StorageCharged, lambda fact: fact.cents == 50)
    member = site.client("acme", team="vision", user="joe")
    days = [f"2026-11-{day}T00:00:00Z" for day in range(21, 25)]
    by_day = [
        site.costs(member, "job,kind,reason", since=since, until=until) for since, until in pairwise(days)
    ]
    whose = ("job-a", "storage", "output")
    assert by_day == [{whose: ("0.60", "0.60")}, {whose: ("0.50", "0.50")}, {}]
    assert site.costs(site.client("acme", team="audio", user="zoe"), "job", until=days[-1]) == {}
    rows = csv.DictReader(site.export(site.client("acme", "billing"), "csv").decode().splitlines())
    billed = [(row["ResourceId"], row["BilledCost"]) for row in rows if row["SkuId"] == "storage/output"]
    assert billed == [("job-a", "0.6")]
    reconciled = site.client("acme", "operator").get("/v1/costs/reconciliation").json()
    assert reconciled["reconciled"], reconciled


def _a_day(site: Site) -> None:
    """Two tenants and the platform on a node of 8 GPUs, and one whose model no card lists."""
    site.priced()
    site.tell(0, made.node("n1", gpus=8), made.node("n2", gpus=1, model="H300"))
    site.tell(60, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    site.tell(60, queued("job-b", team="audio", tier=Tier.BATCH_INFERENCE), bound("job-b", ("n1", (2,))))
    site.tell(60, queued("job-c", tenant="rival"), bound("job-c", ("n1", (3,)), tenant="rival"))
    site.tell(9 * 60, saved("job-b", size_bytes=8 * 10**12))
    evicted = replace(ended("job-b"), outcome=AttemptOutcome.STOPPED)
    site.tell(11 * 60, ended("job-a"), stopping("job-b"), evicted, ended("job-c"))
    site.tell(DAY + 2)
    site.cell.wait_for_fact(DayCharged, lambda fact: fact.node_id == "n1")
    site.cell.wait_for_fact(DayCharged, lambda fact: fact.node_id == "n2")
    site.cell.wait_for_fact(StorageCharged, lambda fact: fact.cents == 5_00)


def _estimates_are_the_callers(operator: httpx.Client, member: httpx.Client) -> None:
    running = operator.get("/v1/costs/running?by=kind&only=kind=idle").json()
    assert (running["reconciled"], running["node_days"] >= 2) == (True, True), running
    assert [item["key"] for item in running["items"]] == [{"kind": "idle"}]
    of_member = member.get("/v1/costs/running").json()
    assert (of_member["reconciled"], of_member["node_days"], of_member["items"]) == (None, None, [])
    for query, wrong in (("by=node", "by"), ("only=node=n1", "only")):
        assert operator.get(f"/v1/costs/running?{query}").json()["violations"][0]["field"] == wrong


@pytest.mark.stack
def test_a_team_sees_its_own_and_no_tenant_sees_another(site: Site) -> None:
    _a_day(site)
    vision, audio = ("50.00", "50.00"), ("30.00", "17.50")  # 5.00 for 8 TB in the store for 15 hours
    billing = site.client("acme", "billing", team="money", user="bill")
    assert site.costs(billing, "team") == {("vision",): vision, ("audio",): audio}
    member = site.client("acme", team="vision", user="joe")
    assert site.costs(member, "team") == {("vision",): vision}
    assert site.costs(site.client("acme", team="other", user="zoe"), "team") == {}
    for roles in (("billing",), ("operator",), ("submitter",)):
        theirs = site.costs(site.client("rival", *roles), "job")
        assert theirs.get(("job-c",)) == ("25.00", "25.00")
        assert not {("job-a",), ("job-b",)} & {*theirs}
    operator = site.client("acme", "operator", team="ops", user="op")
    kinds = site.costs(operator, "kind")
    assert kinds == {
        ("job",): ("75.00", "62.50"),
        ("storage",): ("5.00", "5.00"),
        ("balance",): ("0.00", "12.50"),
        ("idle",): ("476.00", "476.00"),
    }
    assert site.costs(operator, "gpu_model", only=["kind=idle"]) == {
        ("A100",): ("380.00", "380.00"),
        ("H300",): ("96.00", "96.00"),
    }
    assert site.costs(billing, "team,tier", only=["queue=research"]) == {
        ("vision", "standard-training"): vision,
        ("audio", "batch-inference"): audio,
    }
    assert site.costs(billing, "outcome") == {
        ("succeeded",): vision,
        ("stopped",): ("25.00", "12.50"),
        ("",): ("5.00", "5.00"),
    }
    lost = {"by": "loss", "after": site.newest(), **DAYS}
    for step in ("hour", "total"):  # by hours that are recorded, and by the day that is charged
        items = billing.get("/v1/costs", params={**lost, "step": step}).json()["items"]
        preempted = [item for item in items if item["key"] == {"loss": "preempted"}]
        assert sum(Decimal(item["lost"]) for item in preempted) == Decimal("2.50"), "2 of its 10 hours"
        assert sum(Decimal(item["lost_gpu_hours"]) for item in preempted) == 2
        assert sum(Decimal(item["charged"]) for item in preempted) == Decimal("12.50"), "lost is a part of it"
        assert all(item["lost"] == "0.00" for item in items if item not in preempted)
    assert site.costs(billing, "job,attempt", only=["outcome=succeeded", "team=vision"]) == {
        ("job-a", "1"): vision
    }
    assert site.costs(billing, "label:none") == {("",): ("80.00", "67.50")}
    _estimates_are_the_callers(operator, member)
    assert site.exported(member) == {("acme", "vision", "Usage"): Decimal("50.00")}
    assert site.exported(site.client("rival", "billing")) == {("rival", "vision", "Usage"): Decimal("25.00")}
    assert site.exported(site.client("acme", team="other", user="zoe")) == {}
    teams = {("acme", "vision", "Usage"): Decimal(50), ("acme", "audio", "Usage"): Decimal("17.50")}
    assert site.exported(billing) == teams
    platform = {("platform", "", "Usage"): Decimal(476), ("platform", "", "Adjustment"): Decimal("12.50")}
    assert site.exported(operator) == {**teams, **platform}
    assert operator.get("/v1/costs/export?format=xlsx").status_code == 422
    parquet: Any = import_module("pyarrow.parquet")  # it has no types
    table = parquet.read_table(BytesIO(site.export(operator, "parquet")))
    assert sum(table.column("BilledCost").to_pylist()) == Decimal("556.00")
    reconciled = operator.get("/v1/costs/reconciliation").json()
    assert (reconciled["reconciled"], reconciled["node_days"]) == (True, 2), reconciled
    assert reconciled["charged"] == [{"currency": "USD", "charged": "576.00", "gpu_hours": "216.000"}]
    assert billing.get("/v1/costs/reconciliation").status_code == 403
    for query in ("by=team,colour", "by=team,team", "by=team,queue,user,tier", "by=label:", "only=team"):
        refused = billing.get(f"/v1/costs?{query}")
        assert refused.status_code == 422
        assert [each["field"] for each in refused.json()["violations"]] == [query.partition("=")[0]]


@pytest.mark.stack
def test_jobs_are_charged_less_in_off_peak_hours_and_it_adds_up(site: Site) -> None:
    billing, operator = site.client("acme", "billing"), site.client("acme", "operator", user="op")
    saturday = {"days": ["saturday"], "from_hour": 4, "until_hour": 6, "percent": 60}
    for name, wrong in (("percent", 0), ("until_hour", 25)):
        card = {**CARD, "off_peak": [{**saturday, name: wrong}]}
        refused = billing.post("/v1/rates", params={"wait_s": 30}, json=card)
        [violation] = refused.json()["violations"]
        assert refused.status_code == 422
        assert (violation["field"], violation["value"]) == (f"off_peak[0].{name}", str(wrong))
    site.priced(off_peak=[saturday])
    site.tell(0, made.node("n1", gpus=8))
    site.tell(60, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    site.tell(11 * 60, ended("job-a"))
    site.tell(DAY + 2)
    site.cell.wait_for_fact(DayCharged, lambda fact: fact.node_id == "n1")
    assert site.costs(billing, "team") == {("vision",): ("50.00", "46.00")}
    hours = billing.get("/v1/costs", params={"by": "job", "step": "hour", **DAYS}).json()["items"]
    assert [item["charged"] for item in sorted(hours, key=lambda item: str(item["starts_at"]))] == [
        *("5.00",) * 3,
        *("3.00",) * 2,
        *("5.00",) * 5,
    ]
    assert site.costs(operator, "kind", only=["kind=balance"]) == {("balance",): ("0.00", "4.00")}
    assert site.exported(billing) == {("acme", "vision", "Usage"): Decimal(46)}
    assert site.exported(operator)["platform", "", "Adjustment"] == Decimal(4)
    reconciled = operator.get("/v1/costs/reconciliation").json()
    assert (reconciled["reconciled"], reconciled["charged"][0]["charged"]) == (True, "480.00"), reconciled
    [card] = billing.get("/v1/rates", params={"after": site.newest()}).json()["items"]
    assert card["off_peak"] == [saturday]


@pytest.mark.stack
def test_the_cost_of_a_shared_replica_is_split_by_its_work_for_each_consumer(site: Site) -> None:
    site.priced()
    site.tell(0, made.node("n1", gpus=8))
    site.tell(60, queued("job-chat"), bound("job-chat", ("n1", (0, 1))))
    site.tell(11 * 60, ended("job-chat"))
    site.tell(DAY + 2)
    site.cell.wait_for_fact(DayCharged, lambda fact: fact.node_id == "n1")
    billing, member = site.client("acme", "billing"), site.client("acme", team="vision", user="joe")

    def report(
        starts_at: str, *consumers: tuple[str, int, int], who: httpx.Client = billing
    ) -> httpx.Response:
        names = ("consumer", "prompt_tokens", "output_tokens")
        each = [dict(zip(names, consumer, strict=True)) for consumer in consumers]
        work = {"job_id": "job-chat", "starts_at": starts_at, "consumers": each}
        return who.post("/v1/token-work", params={"wait_s": 30}, json=work)

    for tokens in (7, 200):  # a second report replaces the first
        answer = report("2026-11-21T02:00:00Z", ("search", tokens, 0), ("chat", 0, 150))
        assert answer.status_code == 200, answer.text
    query = {"job": "job-chat", "after": site.newest()}
    [split] = member.get("/v1/costs/split", params=query).json()["splits"]
    assert (split["currency"], split["charged"]) == ("USD", "50.00")
    assert [(each["consumer"], each["ratio"], each["charged"]) for each in split["parts"]] == [
        (None, "0.900000", "45.00"),
        ("chat", "0.075000", "3.75"),
        ("search", "0.025000", "1.25"),
    ], "a tenth of its time was reported, and an output token counts four times a prompt token"
    assert site.client("rival", "billing").get("/v1/costs/split", params=query).status_code == 404
    _reports_its_week(site, member)
    assert report("2026-11-21T02:00:00Z", ("search", 1, 1), who=member).status_code == 403
    for consumers, wrong in (
        ((("search", -1, 0),), "consumers[0].prompt_tokens"),
        ((("search", 1, 0), ("search", 1, 0)), "consumers[1].consumer"),
        ((), "consumers"),
    ):
        refused = report("2026-11-21T02:00:00Z", *consumers)
        assert refused.status_code == 422
        assert [each["field"] for each in refused.json()["violations"]] == [wrong]
    late = report("2027-01-01T00:00:00Z", ("search", 1, 0)).json()
    assert late["violations"][0]["field"] == "starts_at", late


def _reports_its_week(site: Site, member: httpx.Client) -> None:
    """Check the report as Markdown and as a page, for callers who may see it."""
    query = {"team": "vision", "week": "2026-W47"}
    text = member.get("/v1/costs/report", params=query)
    assert (text.status_code, text.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
    assert "vision spent 50.00 USD on 20 GPU hours" in text.text
    html = member.get("/v1/costs/report", params={**query, "format": "html"})
    assert html.headers["content-type"] == "text/html; charset=utf-8"
    assert "<svg" in html.text
    theirs = site.client("rival", "billing").get("/v1/costs/report", params=query)
    assert "Nothing was charged to vision" in theirs.text
    refused = member.get("/v1/costs/report", params={**query, "week": "W47"})
    assert (refused.status_code, refused.json()["violations"][0]["field"]) == (422, "week")


@pytest.mark.stack
def test_hours_days_and_months_agree_and_what_runs_is_not_settled(site: Site) -> None:
    _a_day(site)
    site.tell(DAY + 60, queued("job-d"), bound("job-d", ("n1", (0,))))
    site.tell(DAY + 182)
    site.cell.wait_for(
        lambda: any(
            getattr(fact, "starts_at_ms", 0) == START_MS + (DAY + 120) * MINUTE_MS for fact in site.cell.facts
        ),
        "the third hour of the next day",
    )
    billing = site.client("acme", "billing")
    _is_live(site)
    period = {"since": "2026-11-21T00:00:00Z", "until": "2026-11-23T00:00:00Z"}
    found: dict[str, list[dict[str, Any]]] = {}
    for step in ("hour", "day", "month"):
        query = {"step": step, "only": ["team=vision"], "after": site.newest(), **period}
        found[step] = billing.get("/v1/costs", params=query).json()["items"]
    assert [item["charged"] for item in found["day"]] == ["50.00", "5.00"]
    assert [item["settled"] for item in found["day"]] == [True, False]
    assert [(item["charged"], item["starts_at"]) for item in found["month"]] == [
        ("55.00", "2026-11-01T00:00:00.000Z")
    ]
    assert [item["charged"] for item in found["hour"]] == ["5.00"] * 10 + ["2.50"] * 2
    assert found["month"][0]["gpu_hours"] == "22.000"


def _is_live(site: Site) -> None:
    """Check that the burn rate follows the log at once, for callers who may see it."""

    def per_hour(client: httpx.Client) -> dict[str, str]:
        answer = client.get("/v1/costs/running", params={"by": "team"})
        assert answer.status_code == 200, answer.text
        return {item["key"]["team"]: item["per_hour"] for item in answer.json()["items"]}

    member, rival = site.client("acme", team="vision", user="joe"), site.client("rival", "billing")
    assert (per_hour(member), per_hour(rival)) == ({"vision": "2.50"}, {})
    site.tell(DAY + 190, queued("job-e", tenant="rival"), bound("job-e", ("n1", (1, 2)), tenant="rival"))
    site.cell.wait_for_fact(BindingOpened, lambda fact: fact.job_id == "job-e")
    assert (per_hour(member), per_hour(rival)) == ({"vision": "2.50"}, {"vision": "5.00"})
    assert per_hour(site.client("acme", "operator", team="ops", user="op"))[""] == "16.50", "the rest is idle"
    site.tell(DAY + 191, ended("job-d"), ended("job-e"))
    site.cell.wait_for_fact(BindingClosed, lambda fact: fact.job_id == "job-e")
    assert per_hour(member)["vision"] == "0.00"


@pytest.mark.stack
def test_prices_are_shown_refused_and_changed_for_days_that_are_over(site: Site) -> None:
    _a_day(site)
    billing = site.client("acme", "billing")
    wait = {"wait_s": 30}
    late = billing.post("/v1/rates", params=wait, json={**CARD, "starts_at": "2026-11-21T05:00:00Z"})
    assert late.status_code == 422
    assert [each["field"] for each in late.json()["violations"]] == ["starts_at"]
    wrong = billing.post("/v1/rates", params=wait, json={**CARD, "currency": "GPU", "default_gpu_hour": "0"})
    assert wrong.status_code == 422
    assert [each["field"] for each in wrong.json()["violations"]] == ["currency", "default_gpu_hour"]
    assert site.client("acme", "operator").post("/v1/rates", json=CARD).status_code == 403
    rebate = {**CARD, "name": "rebate", "rates": [{"gpu_model": "A100", "gpu_hour": "1.00"}]}
    days = {"starts_at": "2026-11-21T00:00:00Z", "ends_at": "2026-11-22T00:00:00Z"}
    assert billing.post("/v1/reratings", params=wait, json={**rebate, **days}).status_code == 200
    site.cell.wait_for_fact(ChargesCorrected, lambda fact: fact.node_id == "n1")
    assert site.costs(billing, "team") == {("vision",): ("20.00", "20.00"), ("audio",): ("15.00", "10.00")}
    cards = billing.get("/v1/rates").json()["items"]
    assert [(card["name"], card["rerated"]) for card in cards] == [("rebate", True), ("autumn", False)]
    first = billing.get("/v1/rates", params={"limit": 1}).json()
    rest = billing.get("/v1/rates", params={"page_token": first["next_page_token"]}).json()
    assert (first["items"] + rest["items"], rest["next_page_token"]) == (cards, None)
    assert cards[1]["rates"] == [{"gpu_model": "A100", "commitment": "", "spot": False, "gpu_hour": "2.50"}]
    reconciled = site.client("acme", "operator").get("/v1/costs/reconciliation").json()
    assert reconciled["reconciled"], reconciled


@pytest.mark.stack
def test_budgets_are_set_refused_shown_to_whom_they_concern_and_removed(site: Site) -> None:
    _a_day(site)
    billing = site.client("acme", "billing", team="money", user="bill")
    wait = {"wait_s": 30}
    vision = {
        "name": "vision-week",
        "team": "vision",
        "amount": "55.00",
        "currency": "USD",
        "rolling_days": 7,
    }
    asked = billing.post("/v1/budgets", params=wait, json=vision)
    assert (asked.status_code, asked.json()["outcome"]) == (200, "accepted"), asked.text
    hours = {"name": "all-hours", "gpu_hours": "1000"}
    assert billing.post("/v1/budgets", params=wait, json=hours).status_code == 200
    euros = billing.post("/v1/budgets", params=wait, json={**vision, "currency": "EUR"})
    assert euros.status_code == 422
    assert [(each["field"], each["value"]) for each in euros.json()["violations"]] == [("currency", "EUR")]
    assert site.client("acme", "operator").post("/v1/budgets", json=vision).status_code == 403
    site.cell.wait_for_fact(BudgetMeasured, lambda fact: fact.budget == "all-hours")
    query = {"after": site.newest()}
    whole, week = billing.get("/v1/budgets", params=query).json()["items"]
    first = billing.get("/v1/budgets", params={"limit": 1}).json()
    rest = billing.get("/v1/budgets", params={"page_token": first["next_page_token"]}).json()
    assert (first["items"] + rest["items"], rest["next_page_token"]) == ([whole, week], None)
    found = (whole["name"], whole["scope"], whole["spent"], whole["percent"])
    assert found == ("all-hours", "tenant", "30.000", 3)
    found = (week["spent"], week["amount"], week["unit"], week["percent"])
    assert found == ("50.00", "55.00", "USD", 90)
    assert week["reached"] == [80]
    member = site.client("acme", team="vision", user="joe")
    seen = member.get("/v1/budgets", params=query).json()["items"]
    assert [each["name"] for each in seen] == ["vision-week"]
    detail = member.get("/v1/budgets/vision-week").json()
    assert [(each["percent"], each["reached"]) for each in detail["thresholds"]] == [(80, True)]
    month = {"name": "research-month", "queue": "research", "amount": "900.00", "currency": "USD"}
    assert billing.post("/v1/budgets", params=wait, json=month).status_code == 200
    site.cell.wait_for_fact(BudgetMeasured, lambda fact: fact.budget == "research-month")
    for name in ("all-hours", "research-month"):
        answer = billing.get(f"/v1/budgets/{name}", params={"after": site.newest()}).json()
        assert answer["forecast"] is None, "one day of history says nothing"
    assert billing.delete("/v1/budgets/research-month", params=wait).status_code == 200
    assert member.get("/v1/budgets/all-hours").status_code == 404
    rival = site.client("rival", "billing")
    assert rival.get("/v1/budgets", params=query).json() == {"items": [], "next_page_token": None}
    assert rival.delete("/v1/budgets/all-hours", params=wait).status_code == 404
    assert billing.delete("/v1/budgets/all-hours", params=wait).status_code == 200
    left = billing.get("/v1/budgets", params={"after": site.newest()}).json()["items"]
    assert [each["name"] for each in left] == ["vision-week"]


def _measured(job_id: str, gpus: tuple[int, ...], minute: int, busy_percent: int) -> Envelope[UsageMeasured]:
    """Five minutes of a node: its first GPU is as busy as that, by multiprocessors; the others idle."""
    start_ms, whole_ms = START_MS + minute * MINUTE_MS, 5 * MINUTE_MS
    percents = [busy_percent if index == gpus[0] else 0 for index in gpus]
    busy = [BusyTime(measured_ms=whole_ms, busy_ms=whole_ms * each // 100) for each in percents]
    task = TaskMeasured(
        job_id=job_id,
        attempt=1,
        gpu_indices=gpus,
        gpu_milli=1_000,
        measured_ms=whole_ms,
        sm_active=BusyTime(measured_ms=len(gpus) * whole_ms, busy_ms=sum(each.busy_ms for each in busy)),
        cpu_busy_milli=1,
        memory_mib=65_536,
        memory_used_mib=20_480,
    )
    fact = UsageMeasured(
        node_id="n1",
        starts_at_ms=start_ms,
        ends_at_ms=start_ms + whole_ms,
        gpu_model="A100",
        measured_ms=whole_ms,
        cpu_busy_milli=1,
        memory_used_mib=1,
        gpus=tuple(
            GpuMeasured(index=index, sm_active=each, memory_used_mib=0)
            for index, each in zip(gpus, busy, strict=True)
        ),
        tasks=(task,),
    )
    return envelope(f"{job_id}/{minute}", start_ms, fact)


@pytest.mark.stack
def test_used_gpu_time_is_shown_beside_allocated_time(site: Site) -> None:
    """job-a has two GPUs for ten hours and uses one of them half the time; nothing says what others do."""
    with closing(site.cell.log.producer("measurer")) as producer:
        facts = [_measured("job-a", (0, 1), minute, 50) for minute in range(60, 11 * 60, 5)]
        for fact in facts:
            producer.send(Outgoing(MEASUREMENT_EVENTS, fact)).result(60)
    _a_day(site)
    query = {**DAYS, "after": site.newest()}
    billing = site.client("acme", "billing")

    def read() -> list[dict[str, Any]]:
        answer = billing.get("/v1/efficiency", params={"by": "team", **query})
        assert answer.status_code == 200, answer.text
        return answer.json()["items"]

    site.cell.wait_for(
        lambda: any(item["measured_gpu_hours"] == "20.000" for item in read()), "what was measured"
    )
    sums = read()
    vision = next(item for item in sums if item["key"] == {"team": "vision"})
    assert (vision["gpu_hours"], vision["measured_gpu_hours"], vision["busy_gpu_hours"]) == (
        "20.000",
        "20.000",
        "5.000",
    )
    assert (vision["busy_percent"], vision["by_driver_gpu_hours"]) == ("25.0", "0.000")
    assert (vision["charged"], vision["idle_charged"]) == ("50.00", "37.50")
    assert vision["charged_per_busy_gpu_hour"] == "10.00"
    audio = next(item for item in sums if item["key"] == {"team": "audio"})
    assert (audio["measured_gpu_hours"], audio["busy_percent"]) == ("0.000", None)
    assert audio["idle_charged"] == "0.00"
    [job] = billing.get("/v1/efficiency/jobs", params=query).json()["items"]
    assert (job["key"]["job"], job["gpus"], job["gpus_used"]) == ("job-a", 2, 1)
    assert job["advice"] == {
        "message": "requested 2 GPUs and 64 GiB a node, used 1 and 20 GiB",
        "saved": "25.00",
    }
    rival = site.client("rival", "billing")
    assert rival.get("/v1/efficiency/jobs", params=query).json()["items"] == []
    assert billing.get("/v1/efficiency?by=nonsense").status_code == 422
