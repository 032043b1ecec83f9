"""A team's week as its reader sees it."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from xml.etree import ElementTree

from muster.metering.edge.weekly.markdown import markdown
from muster.metering.edge.weekly.page import page
from muster.metering.edge.weekly.week import Answers, week_of

MONDAY = date(2026, 11, 16)


def cost(day: str, charged: str, *, lost: str = "0.00", settled: bool = True, **key: str) -> dict[str, Any]:
    return {
        "starts_at": f"2026-{day}T00:00:00.000Z",
        "key": key,
        "currency": "USD",
        "gpu_hours": "10.000",
        "cost": charged,
        "charged": charged,
        "lost": lost,
        "settled": settled,
    }


USE = {
    "key": {"team": "vision"},
    "currency": "USD",
    "gpu_hours": "40.000",
    "measured_gpu_hours": "40.000",
    "by_driver_gpu_hours": "0.000",
    "busy_gpu_hours": "10.000",
    "busy_percent": "25.0",
    "charged": "300.00",
    "idle_charged": "225.00",
    "charged_per_busy_gpu_hour": "30.00",
}
IDLE_JOB = {
    **USE,
    "key": {"job": "job-a", "team": "vision", "user": "<ann>"},
    "gpus": 8,
    "gpus_used": 5,
    "memory_mib": 0,
    "memory_used_mib": 0,
    "advice": {"message": "asked 8 GPUs, used 5", "saved": "90.00"},
}
BUDGET = {
    "name": "vision-month",
    "scope": "team",
    "of": "vision",
    "unit": "USD",
    "amount": "1000.00",
    "spent": "800.00",
    "percent": 80,
    "warn_percent": 80,
    "rolling_days": None,
    "starts_at": "2026-11-01T00:00:00.000Z",
    "ends_at": "2026-12-01T00:00:00.000Z",
    "measured_until": "2026-11-24T00:00:00.000Z",
    "reached": [80],
    "requested_by": "ann",
}


ANSWERS = Answers(
    projects=[
        cost("11-09", "200.00", project="detector"),
        cost("11-16", "100.00", project="detector"),
        cost("11-18", "200.00", project=""),
    ],
    models=[cost("11-16", "300.00", model="yolo|x")],
    users=[cost("11-16", "300.00", user="<ann>")],
    losses=[cost("11-16", "50.00", lost="41.00", loss="preempted"), cost("11-16", "250.00", loss="")],
    efficiency=[USE],
    idle_jobs=[IDLE_JOB],
    budgets=[BUDGET, {**BUDGET, "of": "audio"}],
)
NOTHING = Answers(projects=[], models=[], users=[], losses=[], efficiency=[], idle_jobs=[], budgets=[])


def test_a_week_says_what_was_spent_and_what_to_look_at() -> None:
    told = markdown(week_of("vision", MONDAY, ANSWERS))
    assert "# vision, 2026-W47 (2026-11-16 to 2026-11-22)" in told
    assert "vision spent 300.00 USD on 20 GPU hours, 50 % more than in the week before." in told
    assert "Of 300.00 USD, 41.00 was lost, done again or for nothing: evicted for other jobs 41.00." in told
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
