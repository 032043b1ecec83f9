"""`muster eval probe` and `probes`: how often changed answers mislead a judge."""

from __future__ import annotations

import time
from collections.abc import Mapping
from decimal import ROUND_UP, Decimal, InvalidOperation
from math import ceil
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.errors import InvalidRequest
from muster.client.requests import fresh_key
from muster.eval.cli.figures import decimal, signed, version_text
from muster.eval.cli.options import LimitOption
from muster.eval.cli.verdicts import FAILED, INCONCLUSIVE, NOT_RUN, PASSED
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View, show_one

_POLL_S: Final = 0.5

_KINDS: Final = ("position", "padding", "hallucination")

_CASES_MAX: Final = 1_000

_CENT: Final = Decimal("0.01")


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
    cases: Annotated[
        int, typer.Option("--cases", min=1, max=_CASES_MAX, help="Maximum number of cases.")
    ] = 100,
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
    lies above), 11 the pairs are too few to tell, 12 the probe did not run to its end. Where no case has two
    sources, position does not count.

    Examples:
        muster eval probe release
        muster eval probe release --cases 300 --max-misled 0.1 --cap 0.50 -o json
        muster eval probe release --estimate
    """
    query = {"cases": cases, "repository": repository}
    plan = service("eval").json("GET", f"/v1/eval-configs/{config}/probe-plan", query=query)
    if estimate:
        limit = plan["cap"] if cap is None else _usd(cap)
        show_one(plan, config, how) if not how.for_people else _say_plan(plan, cases, limit)
        return
    chosen = run_id or fresh_key()
    optional = {"repository": repository, "cap": cap}
    asked = {"config": config} | {field: value for field, value in optional.items() if value is not None}
    path = f"/v1/eval-probes/{chosen}"
    outcome = decided("eval", "PUT", path, query={"cases": cases}, body=asked)
    found = service("eval").json("GET", path)
    if outcome == "repeated":
        say(f"probe {chosen} exists already; no second one starts")
    else:
        _say_plan(plan, cases, found["cap"])
    while found["state"] == "running":
        time.sleep(_POLL_S)
        found = service("eval").json("GET", path)
    code = exit_code(found, tolerated, plan)
    if how.for_people:
        _show(found, plan, how)
        _say_verdict(found, tolerated, plan, code)
    else:
        show_one(found, found["run"], how)
    if code:
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
    found = service("eval").listed("/v1/eval-probes", query={"config": config}, limit=limit)
    output.show(found["items"], _PROBES, how)


def exit_code(found: Mapping[str, Any], tolerated: float, plan: Mapping[str, Any]) -> int:
    """Return the exit code of a probe.

    Args:
        found: The probe.
        tolerated: Largest share of misled pairs that is no blind spot.
        plan: The probe's plan, which counts the cases of the golden set.
    """
    if _beyond(found, tolerated):
        return FAILED
    if found["state"] != "completed":
        return NOT_RUN
    return INCONCLUSIVE if _open(found, tolerated, plan) else PASSED


def _beyond(found: Mapping[str, Any], tolerated: float) -> list[str]:
    """Return the kinds that mislead the judge more often than is tolerated."""
    return [each["kind"] for each in found["spots"] if each["low"] > tolerated]


def _open(
    found: Mapping[str, Any], tolerated: float, plan: Mapping[str, Any]
) -> list[tuple[str, Mapping[str, Any] | None]]:
    """Return the kinds whose pairs are too few to tell, with their figures; None: there are no pairs.

    Where no case has two sources, no number of cases would show position: it is not one of them.
    """
    spots = {each["kind"]: each for each in found["spots"]}
    kinds = [kind for kind in _KINDS if kind != "position" or plan["with_sources"]]
    return [(kind, spots.get(kind)) for kind in kinds if kind not in spots or spots[kind]["high"] > tolerated]


def _needed(spot: Mapping[str, Any], tolerated: float) -> int | None:
    """Return about how many pairs would tell the share from what is tolerated; None: no number would.

    A bound b of Wilson's interval of a share p in n cases solves n (b - p)^2 = z^2 b (1 - b). From a bound
    that is known follows how many independent cases the pairs are worth, and from b = `tolerated` how many
    it takes.
    """
    share = spot["share"]
    bound = max(spot["low"], spot["high"], key=lambda each: abs(each - share))
    if not 0 < tolerated < 1 or not 0 < bound < 1 or share == tolerated:
        return None
    worth = bound * (1 - bound) / (bound - share) ** 2
    takes = tolerated * (1 - tolerated) / (tolerated - share) ** 2
    return ceil(spot["pairs"] * takes / worth)


def _usd(text: str) -> str:
    """Return an amount in US dollars with at least two decimals.

    Raises:
        InvalidRequest: The text is no amount.
    """
    try:
        amount = Decimal(text)
        return f"{amount:.2f}" if amount == amount.quantize(_CENT) else text
    except InvalidOperation:
        raise InvalidRequest(f"cap is {text}; must be US dollars, such as 2.50") from None


def _say_plan(plan: Mapping[str, Any], cases: int, cap: str | None) -> None:
    taken = min(cases, plan["golden_cases"])
    asked = f"asks judge {plan['judge']} for at most {plan['verdicts']:,} verdicts on {taken:,} cases"
    if not plan["priced"]:
        price = f"muster eval price {plan['judge']} --input-tokens USD --output-tokens USD"
        say(f"{asked}; cost unknown: the judge has no price (`{price}` sets one)")
    elif plan["cost"] is None:
        say(f"{asked}, at a cost not known before; never more than {cap} USD")
    else:
        cost = Decimal(plan["cost"]).quantize(_CENT, ROUND_UP)
        say(f"{asked}, for about {cost} USD; never more than {cap} USD")
    if plan["held_out"]:
        say(f"leaves out {plan['held_out']:,} held-out cases")


def _say_verdict(found: Mapping[str, Any], tolerated: float, plan: Mapping[str, Any], code: int) -> None:
    """Print what the exit code means, and what to do about too few pairs."""
    limit = f"{tolerated:g} of the pairs (--max-misled)"
    if code == FAILED:
        kinds = _beyond(found, tolerated)
        say(f"failed: {' and '.join(kinds)} mislead{'s' * (len(kinds) == 1)} the judge in more than {limit}")
    elif code == PASSED:
        without = "" if plan["with_sources"] else "; position does not count: no case has two sources"
        say(f"passed: no kind misleads the judge in more than {limit}{without}")
    elif code == INCONCLUSIVE:
        _say_needed(found, tolerated, plan)
    if found["state"] != "completed":
        say(f"did not run to its end: {found['code']}: {found['reason']}")


def _say_needed(found: Mapping[str, Any], tolerated: float, plan: Mapping[str, Any]) -> None:
    """Print how many pairs more it takes, and whether the golden set has cases for them."""
    parts: list[str] = []
    times = 2.0
    for kind, spot in _open(found, tolerated, plan):
        needed = None if spot is None else _needed(spot, tolerated)
        if spot is None:
            parts.append(f"{kind} has none")
        elif needed is None:
            parts.append(f"{kind} is too close to {tolerated:g}")
        else:
            parts.append(f"{kind} needs about {max(needed - spot['pairs'], 1):,} more")
            times = max(times, needed / spot["pairs"])
    cases = min(ceil(found["cases"] * times), plan["golden_cases"], _CASES_MAX)
    is_more = cases > found["cases"]
    ending = f"--cases {cases} asks for more" if is_more else "the golden set has no more cases"
    say(f"inconclusive: too few pairs for --max-misled {tolerated:g}: {', '.join(parts)}; {ending}")


def _show(found: Mapping[str, Any], plan: Mapping[str, Any], how: Format) -> None:
    say(f"probe {found['run']} of judge {found['judge_hash'][:12]}: {found['state']}")
    say(f"answers of {version_text(found)}")
    if found["cost"] is not None:
        say(f"cost {found['cost']} of at most {found['cap']} USD")
    if not found["spots"] and found["state"] != "completed":
        say("nothing was measured")
        return
    spots = {each["kind"]: each for each in found["spots"]}
    output.show([spots.get(kind) or _without_pairs(kind, found, plan) for kind in _KINDS], _SPOTS, how)


def _without_pairs(kind: str, found: Mapping[str, Any], plan: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the row of a kind that has no pairs, with the reason in place of cases."""
    if kind == "position" and not plan["with_sources"]:
        why = "no case has two sources"
    elif found["state"] != "completed":
        why = "not measured"
    else:
        why = "no scored answer has two sources" if kind == "position" else "no plain answer scored above 0"
    figures = dict.fromkeys(("share", "low", "high", "change"))
    return {"kind": kind, "pairs": 0, "cases": [why], **figures}


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
        Column("CASES", lambda row: " ".join(row["cases"][:3]), least=24),
    ),
    raw=dict,
    name=lambda row: row["kind"],
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
