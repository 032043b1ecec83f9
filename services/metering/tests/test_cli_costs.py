"""`muster cost` and `muster rates`: requests to the API, and their output."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from muster.terminal.sparkline import sparkline
from muster.testkit.api.canned_api import Answer, Api, Asked, paged, problem

Muster = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[3]
CARD = str(ROOT / "examples/rates.yaml")
DONE = Answer(200, {"command_id": "cmd-1", "position": "metering-commands/0/1", "outcome": "accepted"})
WEEK = {"since": "2026-01-01T00:00:00.000Z", "until": "2026-01-08T00:00:00.000Z"}


def item(day: int, charged: str, *, settled: bool = True, lost: str = "0.00", **key: str) -> dict[str, Any]:
    return {
        "starts_at": f"2026-11-{day:02}T00:00:00.000Z",
        "key": key,
        "currency": "USD",
        "gpu_hours": "10.000",
        "cost": charged,
        "charged": charged,
        "lost": lost,
        "lost_gpu_hours": "0.000",
        "settled": settled,
    }


def answer(by: list[str], *items: dict[str, Any]) -> Answer:
    return Answer(200, {**WEEK, "step": "day", "by": by, "items": list(items)})


def test_costs_are_summed_with_a_bar_for_each_day(api: Api, muster: Muster) -> None:
    days = [
        item(1, "25.00", team="vision", model="detector"),
        item(1, "5.00", team="audio", model=""),
        item(3, "100.00", team="vision", model="detector", settled=False, lost="8.50"),
    ]
    losses = {"preempted": ("40.00", "7.50"), "failed": ("1.00", "1.00"), "": ("89.00", "0.00")}
    by_loss = answer(["loss"], *(item(1, each, lost=lost, loss=why) for why, (each, lost) in losses.items()))
    api.on("GET", "/v1/costs", answer(["team", "model"], *days), by_loss)
    shown = muster("cost", "--by", "team,model", "--since", "7d", "--only", "queue=research")
    lines = [line.split() for line in shown.out.splitlines()]
    assert lines == [
        ["TEAM", "MODEL", "GPU-HOURS", "COST", "CHARGED", "LOST", "SHARE", "PER", "DAY"],
        ["vision", "detector", "20.0", "125.00", "125.00", "USD", "8.50", "96", "%", "▃", "█"],
        ["audio", "-", "10.0", "5.00", "5.00", "USD", "-", "4", "%", "█", "·"],
    ]
    assert "total 130.00 USD, including days not charged yet" in shown.err
    assert (
        "of this, 8.50 USD for work that was lost or done twice: evicted for other jobs 7.50, failed 1.00"
        in shown.err
    )
    asked, _ = api.requests("GET", "/v1/costs")
    assert asked.query["by"] == ["team,model"]
    assert (asked.query["step"], asked.query["only"]) == (["day"], ["queue=research"])
    api.on("GET", "/v1/costs", answer(["team"], item(1, "1.00", team="vision")), by_loss)
    muster("cost", "--since", "200d")
    assert api.requests("GET", "/v1/costs")[-2].query["step"] == ["month"]


def test_programs_get_the_sums_as_they_are(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/costs", answer(["team"], item(1, "25.00", team="vision")))
    assert '"charged": "25.00"' in muster("cost", "-o", "json").out


def test_the_bill_is_written_as_a_file_whole_or_not_at_all(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "november.csv"
    api.on("GET", "/v1/costs/export", Answer(200, chunks=("BilledCost\n", "1.00\n")))
    assert f"{file}: 16 bytes" in muster("cost", "export", str(file), "--month", "2026-11").err
    assert file.read_text() == "BilledCost\n1.00\n"
    [asked] = api.requests("GET", "/v1/costs/export")
    assert asked.query == {
        "format": ["csv"],
        "since": ["2026-11-01T00:00:00Z"],
        "until": ["2026-12-01T00:00:00Z"],
    }
    api.on("GET", "/v1/costs/export", Answer(200, chunks=("BilledCost\n",), broken=True))
    assert muster("cost", "export", str(file)).code == 6
    api.on("GET", "/v1/costs/export", problem(503, "unavailable", "Postgres does not answer"))
    assert muster("cost", "export", str(file)).code == 6
    assert [each.name for each in tmp_path.glob("november*")] == [file.name]
    assert file.read_text() == "BilledCost\n1.00\n"
    assert muster("cost", "export", str(tmp_path / "november.xlsx")).code == 2
    both = muster("cost", "export", str(file), "--month", "2026-11", "--since", "7d")
    assert (both.code, "--month and --since are given; must be one of them" in both.err) == (2, True)
    assert "must be YYYY-MM, e.g. 2026-11" in muster("cost", "export", str(file), "--month", "May").err


def test_uncharged_cost_is_shown_as_an_estimate(api: Api, muster: Muster) -> None:
    found: dict[str, Any] = {
        "at": "2026-11-23T09:30:00.000Z",
        "by": ["queue", "kind"],
        "items": [
            {
                "key": {"queue": "serving", "kind": "job"},
                "currency": "USD",
                "gpu_hours": "1.250",
                "cost": "0.50",
                "charged": "0.44",
                "today": "0.40",
                "per_hour": "1.10",
            }
        ],
        "node_days": 3,
        "reconciled": True,
        "discrepancies": [],
    }
    wrong = {"node_id": "n1", "day": "2026-11-23T00:00:00.000Z", "what": "costs are 1 cents"}
    bad = {**found, "reconciled": False, "discrepancies": [wrong]}
    of_a_member = {**found, "reconciled": None, "node_days": None}
    answers = (Answer(200, each) for each in (found, bad, of_a_member))
    api.on("GET", "/v1/costs/running", *answers)
    well = muster("cost", "running")
    assert well.out.splitlines()[1].split() == [
        *("serving", "job", "1.2", "0.50", "0.44", "USD", "0.40", "1.10")
    ]
    assert "estimate as of 2026-11-23T09:30:00.000Z: equals GPU time x rate on 3 node days" in well.err
    assert api.requests("GET", "/v1/costs/running")[0].query == {"by": ["queue,kind"]}
    ill = muster("cost", "running")
    assert (ill.code, "n1 2026-11-23: costs are 1 cents" in ill.out) == (1, True)
    own = muster("cost", "running")
    assert (own.code, "GPU time x rate" in own.err) == (0, False)


def test_bars_are_measured_by_the_largest() -> None:
    assert sparkline([Decimal(0), Decimal(1), Decimal(4), Decimal(8)]) == "·▂▅█"
    assert sparkline([]) == ""
    assert sparkline([Decimal(1), None, Decimal(2)]) == "▅ █"
    assert sparkline([Decimal(0)]) == "·"


def test_the_cost_of_a_job_is_shown_by_attempt(api: Api, muster: Muster) -> None:
    job_id = "job-aaaaaaaaaaaaaaaaaaaa"
    attempts = [{"attempt": 1, "outcome": "STOPPED"}, {"attempt": 2, "outcome": "SUCCEEDED"}]
    job = {"job_id": job_id, "name": "train", "state": "SUCCEEDED", "attempts": attempts}
    owner = {"user": "ann", "team": "vision", "project": "roads", "queue": "research", "tier": "training"}
    api.on("GET", f"/v1/jobs/{job_id}", Answer(200, {**job, **owner}))
    runs = [item(1, "4.00", attempt="1", kind="job", lost="1.50"), item(1, "40.00", attempt="2", kind="job")]
    kept = item(1, "1.00", attempt="0", kind="held")
    by_loss = answer(["loss"], item(1, "4.00", loss="node-lost", lost="1.50"))
    stored = item(1, "0.20", attempt="0", kind="storage")
    api.on("GET", "/v1/costs", answer(["attempt", "kind"], kept, stored, *runs), by_loss)
    used_twice = [used({"attempt": "2"})]
    found = {**WEEK, "by": ["attempt"], "items": used_twice}
    api.on("GET", "/v1/efficiency", Answer(200, found))
    shown = muster("cost", job_id)
    headline, _, *rows = (line.split() for line in shown.out.splitlines())
    assert headline[:3] == ["train", "(job-aaaaaaaa),", "SUCCEEDED:"]
    assert rows == [
        ["-", "reserved", "nodes", "-", "10.000", "-", "1.00", "1.00", "USD", "-"],
        ["-", "storage", "-", "10.000", "-", "0.20", "0.20", "USD", "-"],
        ["1", "run", "STOPPED", "10.000", "-", "4.00", "4.00", "USD", "1.50"],
        ["2", "run", "SUCCEEDED", "10.000", "25.0", "%", "40.00", "40.00", "USD", "-"],
    ]
    assert "total 45.20 USD" in shown.err
    assert "of this, 0.20 USD for checkpoints and output in the store" in shown.err
    assert "of this, 1.00 USD for nodes reserved for it" in shown.err
    assert "5.0 GPU hours busy of 20.0 measured, of 20.0 allocated" in shown.err
    assert "of this, 1.50 USD for work that was lost or done twice: nodes lost 1.50" in shown.err
    asked = [*api.requests("GET", "/v1/costs"), *api.requests("GET", "/v1/efficiency")]
    assert [each.query["only"] for each in asked] == [[f"job={job_id}"]] * 3
    api.on("GET", "/v1/costs", answer(["attempt", "kind"], kept, stored, *runs), by_loss)
    assert muster("cost", "job", job_id).out == shown.out, "for a job whose name is also a command"


def _running_job(api: Api, *sums: dict[str, Any], **changes: Any) -> str:
    """Answer for a job of one attempt, with these sums of costs that are not charged yet."""
    job_id = "job-aaaaaaaaaaaaaaaaaaaa"
    attempts = [{"attempt": 1, "outcome": None}]
    job = {"job_id": job_id, "name": "train", "state": "RUNNING", "attempts": attempts, **changes}
    api.on("GET", f"/v1/jobs/{job_id}", Answer(200, job))
    running = {"at": "2026-11-23T09:30:00.000Z", "by": [], "items": list(sums)}
    api.on("GET", "/v1/costs/running", Answer(200, running | {"reconciled": None, "discrepancies": []}))
    return job_id


def _so_far(charged: str, per_hour: str, currency: str = "USD") -> dict[str, Any]:
    amounts = {"gpu_hours": "1.250", "cost": charged, "charged": charged, "today": charged}
    return {"key": {}, "currency": currency, "per_hour": per_hour, **amounts}


def test_the_cost_of_a_running_job_is_estimated_before_its_first_hour_ends(api: Api, muster: Muster) -> None:
    job_id = _running_job(api, _so_far("0.44", "2.20"))
    api.on("GET", "/v1/costs", answer([]))
    shown = muster("cost", job_id)
    assert shown.out.startswith("train (job-aaaaaaaa), RUNNING")
    assert (
        "estimate so far: 0.44 USD, with 1.250 GPU hours not charged yet; 2.20 USD per hour now "
        "(as of 2026-11-23T09:30:00Z)\n"
    ) in shown.err
    assert api.requests("GET", "/v1/costs/running")[0].query["only"] == [f"job={job_id}"]
    _running_job(api, _so_far("0.00", "0.00", ""))
    assert "estimate so far: no prices are set, with 1.250 GPU hours" in muster("cost", job_id).err


@pytest.mark.slow
def test_the_estimate_adds_what_runs_to_the_days_that_are_charged(api: Api, muster: Muster) -> None:
    job_id = _running_job(api, _so_far("3.00", "2.00"))

    def costs(asked: Asked) -> Answer:
        if asked.query.get("by") == ["attempt,kind"]:
            return answer(["attempt", "kind"], item(1, "12.00", settled=False, attempt="1", kind="job"))
        if asked.query.get("by") == ["loss"]:
            return answer(["loss"])
        assert asked.query["step"] == ["day"]
        return answer([], item(1, "7.00"), item(2, "3.00"), item(3, "2.00", settled=False))

    api.on("GET", "/v1/costs", costs)
    api.on("GET", "/v1/efficiency", Answer(200, {**WEEK, "by": ["attempt"], "items": []}))
    shown = muster("cost", job_id)
    assert "total 12.00 USD, including days not charged yet" in shown.err
    assert "estimate so far: 13.00 USD, with" in shown.err, "7 + 3 charged and 3 of the days in progress"
    api.on("GET", "/v1/costs/running", problem(503, "unavailable", "the log does not answer"))
    recorded = muster("cost", job_id)
    assert (recorded.code, recorded.out) == (0, shown.out)
    assert "no estimate of what is not recorded yet: the log does not answer" in recorded.err
    api.on("GET", "/v1/costs", answer([]))
    assert muster("cost", job_id).code == 6, "neither records nor an estimate"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"state": "QUEUED", "attempts": []}, "no cost: it has not run\n"),
        ({}, "no cost known yet, or none that you may see (usage follows the start of a job by seconds)\n"),
    ],
)
def test_a_job_without_costs_says_why(api: Api, muster: Muster, changes: dict[str, Any], said: str) -> None:
    job_id = _running_job(api, **changes)
    api.on("GET", "/v1/costs", answer([]))
    shown = muster("cost", job_id)
    assert (shown.code, shown.err.startswith(said)) == (0, True), shown.err


def test_options_of_the_sum_are_not_lost_on_a_job(api: Api, muster: Muster) -> None:
    refused = muster("cost", "--by", "team", "train")
    assert (refused.code, api.requests("GET", "/v1/costs")) == (2, [])
    assert "--by must come after job" in refused.err


def test_a_bill_that_does_not_reconcile_is_reported_and_fails(api: Api, muster: Muster) -> None:
    found = {
        "reconciled": True,
        "node_days": 3,
        "position": "usage-events/0/99",
        "charged": [{"currency": "USD", "charged": "576.00", "gpu_hours": "216.000"}],
        "discrepancies": [],
    }
    wrong = {"node_id": "n1", "day": "2026-11-21T00:00:00.000Z", "what": "costs are 1 cents"}
    bad = {**found, "reconciled": False, "discrepancies": [wrong]}
    api.on("GET", "/v1/costs/reconciliation", Answer(200, found), Answer(200, bad))
    well = muster("cost", "reconcile")
    assert well.code == 0
    assert (
        "reconciled: 3 node days, 576.00 USD for 216.000 GPU hours (log read to usage-events/0/99)"
        in well.err
    )
    ill = muster("cost", "reconcile")
    assert ill.code == 1
    assert "n1 2026-11-21: costs are 1 cents" in ill.out
    assert "NOT RECONCILED" in ill.err


def test_a_card_is_checked_here_and_sent_whole(api: Api, muster: Muster, tmp_path: Path) -> None:
    api.on("POST", "/v1/rates", DONE)
    set_now = muster("rates", "set", CARD)
    assert "Rates set" in set_now.err
    muster("rates", "set", CARD, "--from", "2026-12-01T00:00Z")
    first, second = (asked.json for asked in api.requests("POST", "/v1/rates"))
    assert "starts_at" not in first
    assert second["starts_at"] == "2026-12-01T00:00:00.000Z"
    assert first["rates"][0] == {"gpu_model": "H100", "commitment": "", "spot": False, "gpu_hour": "4.10"}
    wrong = tmp_path / "rates.yaml"
    wrong.write_text("name: x\ncurrency: JPY\ndefault_gpu_hour: 2.5\n")
    refused = muster("rates", "set", str(wrong))
    assert refused.code == 2
    assert f"{wrong}:2: currency" in refused.err
    assert "in quotes" in refused.err
    api.on("POST", "/v1/rates", problem(403, "forbidden", "needs the role billing"))
    assert "needs the role billing" in muster("rates", "set", CARD).err


def test_days_are_rerated(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/reratings", DONE)
    words = ("rates", "rerate", CARD, "--from", "2026-11-01T00:00Z", "--until", "7d")
    assert "Days re-priced" in muster(*words).err
    [asked] = api.requests("POST", "/v1/reratings")
    assert (asked.json["starts_at"], asked.json["ends_at"]) == (
        "2026-11-01T00:00:00.000Z",
        "2026-11-08T00:00:00.000Z",
    )


def test_the_card_in_force_and_planned_cards_are_shown(api: Api, muster: Muster) -> None:
    card: dict[str, Any] = {
        "name": "autumn",
        "currency": "USD",
        "default_gpu_hour": "4.00",
        "rates": [{"gpu_model": "A100", "commitment": "1y", "spot": False, "gpu_hour": "2.50"}],
        "tier_percent": {"batch-inference": 60},
        "idle": "proportional",
        "storage_gb_month": "0.02",
        "off_peak": [
            {"days": [], "from_hour": 0, "until_hour": 6, "percent": 60},
            {"days": ["saturday", "sunday"], "from_hour": 6, "until_hour": 24, "percent": 70},
        ],
        "starts_at": "2026-01-01T00:00:00.000Z",
        "ends_at": None,
        "rerated": False,
        "requested_by": "bill",
        "decided_at": "2026-01-01T00:00:00.000Z",
    }
    planned = {**card, "name": "next", "starts_at": "9999-01-01T00:00:00.000Z"}
    rebate = {**card, "name": "rebate", "rerated": True}
    owed = {**card, "idle": "guarantee"}
    api.on(
        "GET",
        "/v1/rates",
        paged([rebate, planned, card]),
        paged([]),
        paged([owed]),
    )
    shown = muster("rates", "show")
    assert shown.out.splitlines()[1].split() == ["A100", "1y", "-", "2.50"]
    assert "autumn: USD per GPU hour; other models 4.00" in shown.err
    assert "batch-inference 60 %; others 100 %" in shown.err
    assert "off-peak, every day 0 to 6, UTC: 60 % of that" in shown.err
    assert "off-peak, saturday, sunday 6 to 24, UTC: 70 % of that" in shown.err
    assert "idle GPUs are charged to jobs on the same node and day" in shown.err
    assert "storage: 0.02 per GB (10^9 bytes) in the store for 30 days" in shown.err
    assert "planned: next from 9999" in shown.err
    assert "nothing is charged" in muster("rates", "show").err
    assert "charged to queues, in proportion to their guarantees" in muster("rates", "show").err


BUDGET = {
    "name": "vision-month",
    "scope": "team",
    "of": "vision",
    "unit": "USD",
    "amount": "5000.00",
    "spent": "4250.00",
    "percent": 85,
    "warn_percent": 80,
    "rolling_days": None,
    "starts_at": "2026-11-01T00:00:00.000Z",
    "ends_at": "2026-12-01T00:00:00.000Z",
    "measured_until": "2026-11-21T09:00:00.000Z",
    "reached": [80],
    "requested_by": "bill",
    "policy": "notify",
    "tiers": [],
}


def test_budgets_are_shown_with_bars(api: Api, muster: Muster) -> None:
    hours = {**BUDGET, "name": "week", "scope": "tenant", "of": "", "unit": "GPU-hours", "rolling_days": 7}
    over = {**hours, "percent": 130, "starts_at": None, "measured_until": None}
    api.on("GET", "/v1/budgets", paged([BUDGET, over]))
    _, vision, week = [line.split() for line in muster("budget", "list").out.splitlines()]
    assert vision[:5] == ["vision-month", "team", "vision", "2026-11", "4250.00"]
    assert vision[5:] == ["5000.00", "USD", "85", "█" * 17 + "···"]
    assert week[-1] == "█" * 20
    thresholds = [{"percent": 80, "reached": True, "spent": "4001.00", "at": "2026-11-20T11:00:00.000Z"}]
    month = {"low": "5100.00", "high": "5900.00", "level_percent": 80}
    whole = Answer(200, {**BUDGET, "thresholds": thresholds, "forecast": month})
    unmeasured = Answer(200, {**over, "thresholds": [], "forecast": None})
    api.on("GET", "/v1/budgets/vision-month", whole, unmeasured, unmeasured)
    shown = muster("budget", "show", "vision-month")
    assert "2026-11-20T11:00 80 % reached: 4001.00 USD spent" in shown.err
    assert "usage until 2026-11-21T09:00 is counted; set by bill" in shown.err
    assert "forecast for the month: 5100.00 to 5900.00 USD (80 % range)" in shown.err
    assert "no usage recorded yet" in muster("budget", "show", "vision-month").err
    assert '"percent": 130' in muster("budget", "show", "vision-month", "-o", "json").out


def test_budgets_are_checked_here_set_and_removed(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/budgets", DONE)
    api.on("DELETE", "/v1/budgets/vision-month", DONE)
    done = muster(
        "budget", "set", "vision-month", "--team", "vision", "--amount", "5000", "--currency", "USD"
    )
    assert "Budget vision-month set" in done.err
    [asked] = api.requests("POST", "/v1/budgets")
    assert asked.json == {
        "name": "vision-month",
        "team": "vision",
        "amount": "5000.00",
        "currency": "USD",
        "warn_percent": 80,
        "policy": "notify",
    }
    refused = muster("budget", "set", "vision-month", "--team", "vision", "--queue", "q", "--gpu-hours", "0")
    assert refused.code == 2
    assert "gpu_hours" in refused.err
    assert "Budget vision-month removed" in muster("budget", "remove", "vision-month").err
    assert '"outcome": "accepted"' in muster("budget", "remove", "vision-month", "-o", "json").out


def used(key: dict[str, str], **more: Any) -> dict[str, Any]:
    hours = {"gpu_hours": "20.000", "measured_gpu_hours": "20.000", "by_driver_gpu_hours": "5.000"}
    hours["busy_gpu_hours"] = "5.000"
    money = {"charged": "50.00", "idle_charged": "37.50", "charged_per_busy_gpu_hour": "10.00"}
    return {"key": key, "currency": "USD", "busy_percent": "25.0", **hours, **money, **more}


def test_measured_use_is_shown_beside_the_allocation(api: Api, muster: Muster) -> None:
    items = [used({"team": "vision"})]
    api.on("GET", "/v1/efficiency", Answer(200, {**WEEK, "by": ["team"], "items": items}))
    shown = muster("cost", "efficiency", "--only", "team=vision")
    assert "vision 20.0 20.0 25.0 % 50.00 USD 37.50 10.00" in " ".join(shown.out.split())
    assert "25 % of the measurements come from the driver alone: only a hint" in shown.err
    [asked] = api.requests("GET", "/v1/efficiency")
    assert (asked.query["by"], asked.query["only"]) == (["team"], ["team=vision"])


def test_jobs_that_idle_are_listed_with_what_less_would_have_cost(api: Api, muster: Muster) -> None:
    advice = {"message": "asked 8 GPUs, used 5", "saved": "18.75"}
    job = {"job": "job-mqxv3tq5wyz4opkdk3ge", "team": "vision", "user": "ann"}
    item = used(job, gpus=8, gpus_used=5, memory_mib=0, memory_used_mib=0, advice=advice)
    api.on("GET", "/v1/efficiency/jobs", paged([item], **WEEK))
    both = muster("cost", "efficiency", "--jobs", "--by", "user")
    assert (both.code, "--jobs and --by are given; must be one of them" in both.err) == (2, True)
    shown = muster("cost", "efficiency", "--jobs")
    assert "5 of 8" in shown.out
    assert "asked 8 GPUs, used 5; 18.75 USD less" in shown.err
