"""Writes the pictures and tables of docs/metering.md: `make month`. Two minutes of CPU; compiled, one.

A month is lived through in virtual time: the scheduler's core places the jobs of a real trace, metering's
core charges what follows. Each table stands between markers that name it.
"""
# pyright: basic

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from generate_events import ROOT
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import ChargeKind
from muster.lab.edge.trace_runs import Wanted, gather
from muster.lab.figures.bill import GPU_HOUR_US, IDLE, OVERHEAD, RESERVED, Bill, Billing
from muster.lab.figures.metered import Metered
from muster.lab.loads import month
from muster.lab.loads.conditions import NODE_MTBF_H, Rates
from muster.lab.loads.shipped import OPENB_NODES, shipped
from muster.lab.pictures.bill_picture import budgets_picture, cost_picture, gpus_picture, used_picture
from muster.lab.replay.replay import Replay
from muster.lab.rules.ours import BEGIN_MS
from muster.lab.rules.reporter import Reporter
from muster.metering.core.decisions import CONCERNS

PAGE = ROOT / "docs" / "metering.md"
PICTURES = ROOT / "docs" / "pictures"

END_MS = month.DAYS * month.DAY_MS
NOTES = [(11.25, "new drivers"), (15.0, "A100: 2.50 to 2.20"), (18.0, "reserved for vision")]


def main() -> None:
    """Live through the month, draw it, write what it came to."""
    wanted = Wanted(
        str(shipped("philly")),
        drawn_durations=True,
        load_percent=month.LOAD_PERCENT,
        nodes_every=month.NODES_EVERY,
        checkpoint_min=month.CHECKPOINT_MIN,
        rates=Rates(NODE_MTBF_H, spot_percent=month.SPOT_PERCENT),
    )
    load = month.month(gather(wanted, lambda: shipped(OPENB_NODES)))
    billing = Billing(month.STARTS_AT_MS, month.DAYS, busy_percent)
    metered = Metered(billing.take)
    asked = deque(month.prices())

    def tell(at_ms: int, fact: Any) -> None:
        while asked and asked[0][0] <= at_ms:
            asked_ms, command = asked.popleft()
            metered.take(month.STARTS_AT_MS + asked_ms, command)
        if at_ms < END_MS and type(fact) in CONCERNS:
            metered.take(month.STARTS_AT_MS + at_ms, fact)

    Replay(load, Reporter(load, month.orders(load, BEGIN_MS), tell)).run()
    facts = metered.inputs
    metered.take(month.STARTS_AT_MS + END_MS + 2 * 60_000, Watermark(seq=1, at_ms=0))
    metered.settle()
    bill = billing.bill()
    PICTURES.mkdir(exist_ok=True)
    drawn = {
        "cost": cost_picture(bill, NOTES),
        "gpus": gpus_picture(bill, NOTES),
        "used": used_picture(bill),
        "budgets": budgets_picture(bill),
    }
    for name, picture in drawn.items():
        (PICTURES / f"month-{name}.svg").write_text(picture)
    _replace("teams", _teams(bill))
    _replace("identity", _identity(bill, facts))


def busy_percent(job_id: str) -> int:
    """Return a job's GPU use in percent, drawn by its name: half on average; one job in 25 hardly any."""
    first, second = blake2b(job_id.encode(), digest_size=2).digest()
    return 3 if second < 10 else 12 + first * 85 // 255


def _teams(bill: Bill) -> str:
    titles = [
        "team",
        "GPU hours",
        bill.currency,
        "lost to evictions and nodes",
        "busy",
        "a busy GPU hour",
        "budget",
    ]
    rows = []
    for name, team in bill.teams.items():
        hours, busy = team.gpu_us / GPU_HOUR_US, team.busy_us / GPU_HOUR_US
        line = bill.budgets[f"{name}-month"]
        rows.append(
            [
                name,
                f"{hours:,.0f}",
                _money(team.cents),
                f"{_money(team.lost_cents)} ({100 * team.lost_cents / team.cents:.1f} %)",
                f"{100 * busy / hours:.0f} %",
                f"{team.cents / 100 / busy:.2f}",
                f"{100 * line.spent[-1][1] / line.amount:.0f} %",
            ]
        )
    for name in (RESERVED, OVERHEAD, IDLE):
        rows.append([name, "", _money(sum(bill.daily_cents.get(name, ()))), "", "", "", ""])
    return _table(titles, rows)


def _identity(bill: Bill, facts: int) -> str:
    cents = bill.kind_cents
    workload = sum(cents.get(kind, 0) for kind in (ChargeKind.JOB, ChargeKind.RESERVED, ChargeKind.HELD))
    idle, overhead = cents.get(ChargeKind.IDLE, 0), cents.get(ChargeKind.OVERHEAD, 0)
    rows = [
        ["workload (jobs, reserved, held)", _money(workload)],
        ["idle", _money(idle)],
        ["overhead", _money(overhead)],
        ["sum", _money(workload + idle + overhead)],
        ["nodes: GPU time x rate", _money(bill.cents)],
        ["difference", _money(workload + idle + overhead - bill.cents)],
        ["days of nodes, of them with a difference", f"{bill.node_days:,}, {bill.discrepancies}"],
        ["facts of the scheduler, and commands", f"{facts:,}"],
    ]
    return _table(["", bill.currency], rows)


def _money(cents: int) -> str:
    return f"{cents / 100:,.2f}"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _replace(name: str, content: str) -> None:
    """Put content between a table's markers."""
    begin, end = f"<!-- month:{name}:begin -->", f"<!-- month:{name}:end -->"
    block = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    PAGE.write_text(block.sub(lambda _: f"{begin}\n{content}\n{end}", PAGE.read_text()))


if __name__ == "__main__":
    main()
