"""`muster eval probe` and `probes`: how often changed answers mislead a judge."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.requests import fresh_key
from muster.eval.cli.figures import decimal, signed, version_text
from muster.eval.cli.options import LimitOption
from muster.eval.cli.verdicts import FAILED, INCONCLUSIVE, NOT_RUN, PASSED
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View, show_one

_POLL_S: Final = 0.5


def probe(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="Name of an eval config with a judge.")],
    *,
    repository: Annotated[
        str | None,
        typer.Option(
            "--repository",
            "-r",
            help="NAMESPACE/NAME whose answers are changed (default: the only model that CONFIG has scored).",
        ),
    ] = None,
    cases: Annotated[int, typer.Option("--cases", min=1, max=1_000, help="Maximum number of cases.")] = 100,
    tolerated: Annotated[
        float,
        typer.Option("--max-misled", min=0, max=1, help="Largest share of misled pairs that is tolerated."),
    ] = 0.2,
    cap: Annotated[
        str | None,
        typer.Option("--cap", help="Maximum cost, US dollars (default: `cap_usd` of the config, else 5)."),
    ] = None,
    run_id: Annotated[str | None, typer.Option("--id", help="Id of the probe (default: a new one).")] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only print about what it costs.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Measure what a judge does not see: it scores answers again, changed so that the right score is known.

    Sources in another order must not change the score, padding must not raise it, an invented claim must
    lower it. The answers are kept ones of the version in production, else of the newest that was evaluated.

    Exit codes: 0 no kind misleads the judge more often than --max-misled, 10 one does (its interval of 95 %
    lies above), 11 the pairs are too few to tell, 12 the probe did not run to its end.

    Examples:
        muster eval probe release
        muster eval probe release --cases 300 --max-misled 0.1 --cap 0.50 -o json
        muster eval probe release --estimate
    """
    plan = service("eval").json("GET", f"/v1/eval-configs/{config}/probe-plan", query={"cases": cases})
    if estimate:
        show_one(plan, config, how) if not how.for_people else say(_plan_line(plan, cap))
        return
    say(_plan_line(plan, cap))
    chosen = run_id or fresh_key()
    optional = {"repository": repository, "cap": cap}
    asked = {"config": config} | {field: value for field, value in optional.items() if value is not None}
    path = f"/v1/eval-probes/{chosen}"
    decided("eval", "PUT", path, query={"cases": cases}, body=asked)
    found = service("eval").json("GET", path)
    while found["state"] == "running":
        time.sleep(_POLL_S)
        found = service("eval").json("GET", path)
    _show(found, how)
    if code := exit_code(found, tolerated):
        raise typer.Exit(code)


def probes(
    config: Annotated[
        str | None, typer.Argument(metavar="[CONFIG]", help="Name of an eval config (default: all).")
    ] = None,
    *,
    limit: LimitOption = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """List probes of judges, newest first: the share of pairs that misled the judge, by kind of change.

    Examples:
        muster eval probes
        muster eval probes release -o json
    """
    query = {"config": config, "limit": limit}
    output.show(service("eval").json("GET", "/v1/eval-probes", query=query)["probes"], _PROBES, how)


def exit_code(found: Mapping[str, Any], tolerated: float) -> int:
    """Return the exit code of a probe."""
    spots: Sequence[Mapping[str, Any]] = found["spots"]
    if any(each["low"] > tolerated for each in spots):
        return FAILED
    if found["state"] != "completed":
        return NOT_RUN
    return PASSED if spots and all(each["high"] <= tolerated for each in spots) else INCONCLUSIVE


def _plan_line(plan: Mapping[str, Any], cap: str | None) -> str:
    asked = f"asks judge {plan['judge']} for at most {plan['verdicts']:,} verdicts"
    if not plan["priced"]:
        return f"{asked}; cost unknown: the judge has no price (`muster eval price {plan['judge']}`)"
    about = "at a cost not known before" if plan["cost"] is None else f"for about {plan['cost']} USD"
    return f"{asked}, {about}; never more than {cap or 'the cap of the config, else 5.00'} USD"


def _show(found: Mapping[str, Any], how: Format) -> None:
    if not how.for_people:
        show_one(found, found["run"], how)
        return
    say(f"probe {found['run']} of judge {found['judge_hash'][:12]}: {found['state']}")
    say(f"answers of {version_text(found)}")
    if found["reason"]:
        say(found["reason"])
    if found["cost"] is not None:
        say(f"cost {found['cost']} of at most {found['cap']} USD")
    output.show(found["spots"], _SPOTS, how)


def _share(found: Mapping[str, Any], kind: str) -> str:
    return next((decimal(each["share"]) for each in found["spots"] if each["kind"] == kind), "")


_SPOTS: View[Mapping[str, Any]] = View(
    columns=(
        Column("PROBE", lambda row: row["kind"]),
        Column("MISLED", lambda row: decimal(row["share"]), right=True),
        Column("AT LEAST", lambda row: decimal(row["low"]), right=True),
        Column("AT MOST", lambda row: decimal(row["high"]), right=True),
        Column("PAIRS", lambda row: str(row["pairs"]), right=True),
        Column("CHANGE", lambda row: signed(row["change"]), right=True),
        Column("CASES", lambda row: " ".join(row["cases"][:3]), drop=1),
    ),
    raw=dict,
    name=lambda row: row["kind"],
    empty="no pair can show anything",
)

_PROBES: View[Mapping[str, Any]] = View(
    columns=(
        Column("PROBE", lambda row: row["run"]),
        Column("CONFIG", lambda row: row["config"]),
        Column("JUDGE", lambda row: row["judge_hash"][:12]),
        Column("STATE", lambda row: row["state"]),
        Column("POSITION", lambda row: _share(row, "position"), right=True),
        Column("PADDING", lambda row: _share(row, "padding"), right=True),
        Column("HALLUCINATION", lambda row: _share(row, "hallucination"), right=True),
        Column("STARTED", lambda row: row["started_at"][:16], drop=1),
        Column("BY", lambda row: row["requested_by"], drop=2),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="no judge has been probed",
)
