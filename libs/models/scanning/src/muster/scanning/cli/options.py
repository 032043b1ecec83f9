"""Options of a command besides paths: policies, rules, lists, engines. One that cannot be read fails it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from muster.scanning.additions import Additions
from muster.scanning.antivirus import OFF, AntivirusAbsent, Engine, engine_at
from muster.scanning.blacklist import BlacklistInvalid, Entry, blacklist_of, fingerprint_of, line_of
from muster.scanning.cli.processes import OnDisk, opened
from muster.scanning.findings import UNJUDGED, Report, worst
from muster.scanning.licences.expressions import ExpressionInvalid, expression_of
from muster.scanning.licences.licensing import Base
from muster.scanning.licences.policy import Policy, PolicyInvalid, policy_of
from muster.scanning.yara import YaraInvalid, compiled
from muster.tensors.layouts import LayoutInvalid, layout_of
from muster.terminal.messages import CommandFailed, say

if TYPE_CHECKING:
    from muster.tensors.sources import Source

_USAGE: Final = 2
_SHOWN: Final = 5


def policy(path: Path | None) -> Policy | None:
    """Read the licence policy from a file."""
    if path is None:
        return None
    try:
        return policy_of(_text(path))
    except PolicyInvalid as error:
        raise CommandFailed(f"{path}: {error}", exit_code=_USAGE) from None


def bases(told: Sequence[str]) -> tuple[Base, ...]:
    """Parse NAME=LICENCE options."""
    found: list[Base] = []
    for each in told:
        name, _, licence = each.partition("=")
        try:
            expression_of(licence)
        except ExpressionInvalid as error:
            raise CommandFailed(
                f"--base {each}: {error}", exit_code=_USAGE, hint="--base meta-llama/Llama-3.1-8B=llama3.1"
            ) from None
        found.append(Base(name, licence))
    return tuple(found)


def additions(yara: Sequence[Path], blacklist: Path | None) -> Additions:
    """Read an organisation's own rules."""
    try:
        rules = compiled({str(path): _text(path) for path in yara}) if yara else None
        listed = blacklist_of(_text(blacklist)) if blacklist else None
    except YaraInvalid as error:
        raise CommandFailed(f"--yara: {error}", exit_code=_USAGE) from None
    except BlacklistInvalid as error:
        raise CommandFailed(f"{blacklist}: {error}", exit_code=_USAGE) from None
    return Additions(rules, listed)


def engine(address: str) -> tuple[Engine | None, str]:
    """The antivirus engine, or why there is none; an engine at an explicit address must exist."""
    if address == OFF:
        return None, "--antivirus off"
    try:
        return engine_at(address), ""
    except AntivirusAbsent as error:
        if address != "auto":
            raise CommandFailed(f"--antivirus {address}: {error}") from None
        return None, str(error)


def not_judged(
    reports: Sequence[Report], skipped: Sequence[Path], *, engine: str, licences: bool, blacklist: bool
) -> list[str]:
    """Describe what part of the scan did not run, and how much was not judged.

    Args:
        reports: Reports of all files.
        skipped: Folders that were not scanned.
        engine: Why no antivirus engine ran; empty: one did.
        licences: Whether a licence policy was given.
        blacklist: Whether a blacklist was given.
    """
    unread = sum(any(each.rule in UNJUDGED for each in report.findings) for report in reports)
    said = {
        f"antivirus: not run: {engine}": engine,
        "licences: not held against a policy (--licences)": not licences,
        "blacklist: not compared (--blacklist)": not blacklist,
        f"folders not entered: {', '.join(map(str, skipped[:_SHOWN]))}"
        + (f" and {len(skipped) - _SHOWN} more" if len(skipped) > _SHOWN else ""): skipped,
        f"files not judged to their end: {unread}": unread,
    }
    return [each for each, counts in said.items() if counts]


def by_antivirus(engine: Engine, reports: Sequence[Report]) -> list[Report]:
    """Add an engine's findings to the reports; files that were not read are not sent to it."""
    say(f"Asking {engine.name}.")
    found = list(reports)
    at = {report.path: index for index, report in enumerate(reports)}
    files = {path: there for path in at if (there := OnDisk.of(Path(path))) is not None}
    for path, finding in engine.judged(files):
        report = found[at[path]]
        verdict = worst((report.verdict, finding.verdict))
        found[at[path]] = replace(report, verdict=verdict, findings=(*report.findings, finding))
    return found


def blacklist_lines(files: Sequence[Path], told: str) -> str:
    """Models as lines of a blacklist: all files together, and each by itself if there are several."""
    name, _, reason = told.partition("=")
    if not name or not reason:
        raise CommandFailed(
            f"--fingerprint {told!r}; must be NAME=REASON",
            exit_code=_USAGE,
            hint='--fingerprint "x=It lies"',
        )
    sources = {str(path): opened(path)[1] for path in files}
    tensors = {path: source for path, source in sources.items() if _has_tensors(source)}
    parts = [tensors, *({path: source} for path, source in tensors.items() if len(tensors) > 1)]
    marks = [found for part in parts if (found := fingerprint_of(part)) is not None]
    if not marks:
        raise CommandFailed(
            "there are no weights to know a model by", hint="give the model's safetensors or GGUF files"
        )
    return "".join(f"{line_of(Entry(name, reason, found))}\n" for found in marks)


def _has_tensors(source: Source) -> bool:
    try:
        layout_of(source)
    except LayoutInvalid:
        return False
    return True


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandFailed(f"{path} cannot be read: {error}", exit_code=3) from None
