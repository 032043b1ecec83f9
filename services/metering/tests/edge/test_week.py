"""A team's week as its reader sees it."""

from __future__ import annotations

import re
from datetime import date, datetime
from xml.etree import ElementTree

from muster.metering.edge.budgets import BudgetAnswer
from muster.metering.edge.costs import CostAnswer
from muster.metering.edge.efficiency import EfficiencyAnswer, JobEfficiencyAnswer
from muster.metering.edge.weekly.markdown import markdown
from muster.metering.edge.weekly.page import page
from muster.metering.edge.weekly.week import Answers, week_of

MONDAY = date(2026, 11, 16)


def at(day: str) -> int:
    return int(datetime.fromisoformat(f"2026-{day}T00:00:00Z").timestamp() * 1000)


def cost(day: str, charged: int, *, lost: int = 0, settled: bool = True, **key: str) -> CostAnswer:
    return {
        "starts_at": at(day),
        "key": key,
        "currency": "USD",
        "gpu_hours": 10_000,
        "cost": charged,
        "charged": charged,
        "lost_gpu_hours": 0,
        "lost": lost,
        "settled": settled,
    }


HOUR_US = 3_600_000_000
USE: EfficiencyAnswer = {
    "key": {"team": "vision"},
    "currency": "USD",
    "gpu_hours": 40 * HOUR_US,
    "measured_gpu_hours": 40 * HOUR_US,
    "by_driver_gpu_hours": 0,
    "busy_gpu_hours": 10 * HOUR_US,
    "busy_percent": "25.0",
    "charged": 300_00,
    "idle_charged": 225_00,
    "charged_per_busy_gpu_hour": 30_00,
}
IDLE_JOB: JobEfficiencyAnswer = {
    **USE,
    "key": {"job": "job-a", "team": "vision", "user": "<ann>"},
    "gpus": 8,
    "gpus_used": 5,
    "memory_mib": 0,
    "memory_used_mib": 0,
    "advice": {"message": "requested 8 GPUs, used 5", "saved": 90_00},
}
BUDGET: BudgetAnswer = {
    "name": "vision-month",
    "scope": "team",
    "of": "vision",
    "unit": "USD",
    "amount": "1000.00",
    "spent": "800.00",
    "percent": 80,
    "warn_percent": 80,
    "rolling_days": None,
    "policy": "notify",
    "tiers": [],
    "starts_at": at("11-01"),
    "ends_at": at("12-01"),
    "measured_until": at("11-24"),
    "reached": [80],
    "requested_by": "ann",
}


ANSWERS = Answers(
    projects=[
        cost("11-09", 200_00, project="detector"),
        cost("11-16", 100_00, project="detector"),
        cost("11-18", 200_00, project=""),
    ],
    models=[cost("11-16", 300_00, model="yolo|x")],
    users=[cost("11-16", 300_00, user="<ann>")],
    losses=[cost("11-16", 50_00, lost=41_00, loss="preempted"), cost("11-16", 250_00, loss="")],
    efficiency=[USE],
    idle_jobs=[IDLE_JOB],
    budgets=[BUDGET, {**BUDGET, "of": "audio"}],
)
NOTHING = Answers(projects=[], models=[], users=[], losses=[], efficiency=[], idle_jobs=[], budgets=[])


def test_a_week_says_what_was_spent_and_what_to_look_at() -> None:
    told = markdown(week_of("vision", MONDAY, ANSWERS))
    assert "# vision, 2026-W47 (2026-11-16 to 2026-11-22)" in told
    assert "vision spent 300.00 USD on 20 GPU hours, 50 % more than in the week before." in told
    assert "Of 300.00 USD, 41.00 was lost, repeated or for nothing: evicted for other jobs 41.00." in told
    assert "25 % was busy; 225.00 USD were for the rest" in told
    assert "Smaller requests would have cost 90.00 USD less" in told
    assert "at this week's pace 110 % by 2026-11-30: it does not last." in told
    assert "The last 2 weeks cost 200.00 to 300.00 USD each" in told
    assert "| - | 10.0 | 200.00 |" in told
    assert "| &lt;ann> | 10.0 | 300.00 |" in told
    assert r"| yolo\|x | 10.0 | 300.00 |" in told
    assert told.count("vision-month") == 1, "another team's budget is not this one's"


def test_the_page_is_one_file_with_its_picture() -> None:
    html = page(week_of("vision", MONDAY, ANSWERS))
    assert "&lt;ann&gt;" in html
    assert "<ann>" not in html
    assert not re.findall(r"(?:src|href)=", html), "nothing is loaded"
    (picture,) = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    texts = [each.text for each in ElementTree.fromstring(picture).iter() if each.text]
    assert {"Mon", "200", "vision-month"} <= set(texts)


def test_a_week_without_anything_says_so() -> None:
    assert "Nothing was charged to vision in this week." in markdown(week_of("vision", MONDAY, NOTHING))
