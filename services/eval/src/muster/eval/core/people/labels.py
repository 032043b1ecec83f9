"""Labels: scores of answers by people, beside those of the judge. PURE.

LabelCases -> CasesLabelled    all of them, or none if one is wrong
GateDecided   with a warning where the labels of its judge are missing or stale
EvalEnded  -> labels of the same answers also calibrate the judge of this run

A label belongs to an answer, not to a run: a later judge that scores the kept answer is compared with it. The
last label of a person about an answer counts; former ones stay on the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.deciding.work import WorkFact
from muster.eval.core.configs.documents import read_config
from muster.eval.core.configs.violations import violations_of
from muster.eval.core.judges import short as judge_name
from muster.eval.core.state import (
    BATCHES,
    CALIBRATED,
    ENDED,
    JUDGED_RUNS,
    LABELLED,
    RUNS,
    SCORED,
    VERSIONS,
    Inputs,
    Outputs,
    Run,
    calibrated_key,
    judged_run_key,
    labelled_key,
    scored_key,
    version_key,
)
from muster.events.eval_commands import Label, LabelCases
from muster.events.eval_events import CaseLabel, CasesLabelled, EvalEnded, EvalOutcome, GateDecided
from muster.events.eval_results import CaseScore, Subset
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.golden.configs import PERSON, PERSON_ALLOWED, REASON_MAX
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.values.rules import matches
from muster.statistics.scores import SCORE_MAX, SCORE_MIN
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

LABELS_MAX: Final = 200
"""Most labels of one request."""

COMMENT_MAX: Final = REASON_MAX
"""Most characters of a comment."""

DAY_MS: Final = 86_400_000

_NAMED_MAX: Final = 10
"""Most lines that an error names."""


class LabelLine(BaseModel):
    """A label: a line of a file."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    run: Annotated[str, Field(min_length=1, max_length=100)]
    """Id of an evaluation."""
    case: Annotated[str, Field(min_length=1, max_length=200)]
    """Id of one of its cases that the judge scored."""
    score: Annotated[StrictInt, Field(ge=SCORE_MIN, le=SCORE_MAX)]
    """Score on the judge's scale, 1 to 5."""
    person: Annotated[str, Field(pattern=PERSON)] | None = None
    """Name of the person who scored it; absent: the caller."""
    comment: Annotated[str, Field(max_length=COMMENT_MAX)] = ""
    """Reason, for people."""


def parse_labels(text: bytes, person: str) -> tuple[Label, ...]:
    """Return labels from JSON lines; blank lines count as lines.

    Args:
        text: The lines.
        person: Name of the person in lines that have none.

    Raises:
        InvalidDocument: A line is no label, or there are none or too many; at most ten lines are named.
    """
    found: list[Violation] = []
    labels: list[Label] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            read = LabelLine.model_validate_json(line)
        except ValidationError as error:
            found.extend(violations_of(error, f"line {number}"))
        else:
            labels.append(_label(read, person, number))
        if len(found) >= _NAMED_MAX:
            break
    if found:
        raise InvalidDocument(found)
    if wrong := _wrong_number(labels):
        raise InvalidDocument(wrong)
    return tuple(labels)


def _label(read: LabelLine, person: str, line: int) -> Label:
    return Label(
        run=read.run,
        case=read.case,
        person=person if read.person is None else read.person,
        score=read.score,
        comment=read.comment,
        line=line,
    )


def label_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of labels."""
    return LabelLine.model_json_schema()


def label(state: Entities, given: Input[Inputs], command: LabelCases) -> Facts[Outputs]:
    """Record labels."""
    found = [*_wrong_number(command.labels), *_malformed(command.labels)]
    if found:
        yield refuse(given, RejectionCode.INVALID, tuple(found[:_NAMED_MAX]))
        return
    named = dict.fromkeys(each.run for each in command.labels)
    runs = {run: _scored(state, command.tenant, run) for run in named}
    found = [wrong for at, each in _placed(command.labels) for wrong in _unknown(at, each, runs[each.run])]
    if found:
        yield refuse(given, RejectionCode.INVALID, tuple(found[:_NAMED_MAX]))
        return
    labelled = CasesLabelled(
        labels=tuple(_recorded(each, runs[each.run]) for each in command.labels),
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(labelled, command.tenant, command.tenant)


def evolve(state: Changes, fact: CasesLabelled, at_ms: int) -> None:
    """Note when each answer was labelled, and so its judges calibrated."""
    for each in fact.labels:
        state.put(LABELLED, labelled_key(fact.tenant, each.key, each.answer, each.person), at_ms)
        for judge in each.judges:
            _calibrated(state, fact.tenant, judge, at_ms)


def evolve_ended(state: Changes, fact: EvalEnded) -> None:
    """Note a run whose answers can be labelled; labels that some have already calibrate its judge.

    It comes before the run itself is forgotten.
    """
    run = state.get(RUNS, fact.run)
    if run is None or not run.is_evaluation or fact.outcome is not EvalOutcome.COMPLETED:
        return
    former = state.get(SCORED, scored_key(run.repository, run.commit, run.config_digest))
    if former is not None:
        state.delete(JUDGED_RUNS, judged_run_key(run.repository, run.commit, former))
    if not run.judge:
        return
    state.put(JUDGED_RUNS, judged_run_key(run.repository, run.commit, fact.run), run.judge)
    labelled = [
        (key.rpartition("/")[0], at_ms) for key, at_ms in state.scan(LABELLED, prefix=f"{run.tenant}/")
    ]
    if not labelled:
        return
    answers = {labelled_key(run.tenant, each.key, each.answer) for each in judged_results(state, fact.run)}
    if found := [at_ms for answer, at_ms in labelled if f"{answer}/" in answers]:
        _calibrated(state, run.tenant, run.judge, max(found))


def warned(state: Entities, facts: Facts[Outputs | WorkFact], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Yield facts, the verdicts among them with a warning where people do not vouch for the judge now.

    It is advice: the verdict stays.
    """
    for fact in facts:
        decided = fact.payload
        if isinstance(decided, GateDecided) and (run := state.get(RUNS, decided.run)) is not None:
            doubts = (*decided.warnings, *_doubts(state, decided.run, run, at_ms))
            yield replace(fact, payload=replace(decided, warnings=doubts))
        else:
            yield fact


def _doubts(state: Entities, run_id: str, run: Run, at_ms: int) -> Iterator[str]:
    """Yield a warning if the judge of a run has no label or only stale ones; nothing if it judged nothing."""
    setting = read_config(run.document).judge
    if setting is None or not any(each.judged for each in _results(state, run_id)):
        return
    judge, days = judge_name(run.judge), setting.calibration.days
    labelled_at_ms = state.get(CALIBRATED, calibrated_key(run.tenant, run.judge))
    if labelled_at_ms is None:
        yield f"{judge} is not calibrated: {_other_judge(state, run.tenant)}"
    elif (age := (at_ms - labelled_at_ms) // DAY_MS) >= days:
        yield f"calibration of {judge} is {age} days old; must be less than {days}: label more answers"


def _other_judge(state: Entities, tenant: str) -> str:
    """Return why a judge is not calibrated, with a former judge that is, if any."""
    others = [
        (at_ms, key.removeprefix(f"{tenant}/")) for key, at_ms in state.scan(CALIBRATED, prefix=f"{tenant}/")
    ]
    if not others:
        return "no answer that it scored has a label"
    return f"no answer that it scored has a label; those that {judge_name(max(others)[1])} scored have"


@dataclass(frozen=True, slots=True)
class _Scored:
    """A run that a judge scored.

    Attributes:
        results: Its judged results by case.
        judges: Judges that have scored an answer, by key and digest of the answer.
    """

    results: Mapping[str, CaseScore]
    judges: Mapping[tuple[str, str], frozenset[str]]


def _scored(state: Entities, tenant: str, run: str) -> _Scored | None:
    """Return a run whose answers can be labelled; None: it is none, or another organisation's."""
    scored = state.get(ENDED, run)
    if scored is None:
        return None
    repository, commit, _ = scored.split("/")
    if state.get(VERSIONS, version_key(repository, commit)) != tenant:
        return None
    if state.get(JUDGED_RUNS, judged_run_key(repository, commit, run)) is None:
        return None
    results = {each.case: each for each in judged_results(state, run)}
    judges = {(each.key, each.answer): set[str]() for each in results.values()}
    prefix = judged_run_key(repository, commit)
    for key, judge in list(state.scan(JUDGED_RUNS, prefix=prefix)):
        for each in judged_results(state, key.removeprefix(prefix)):
            if (each.key, each.answer) in judges:
                judges[each.key, each.answer].add(judge)
    return _Scored(results, {answer: frozenset(found) for answer, found in judges.items()})


def judged_results(state: Entities, run: str) -> Iterator[CaseScore]:
    """Yield results of a run that a judge scored, with an answer that people may read and recognise."""
    for each in _results(state, run):
        is_read = each.subset is not Subset.HELD_OUT and each.key and each.answer
        if is_read and each.judged is not None and each.score is not None:
            yield each


def _results(state: Entities, run: str) -> Iterator[CaseScore]:
    for _, batch in list(state.scan(BATCHES, prefix=f"{run}/")):
        yield from batch.results


def _recorded(label: Label, run: _Scored | None) -> CaseLabel:
    if run is None:
        raise LookupError(f"run {label.run} is not there")
    result = run.results[label.case]
    return CaseLabel(
        run=label.run,
        case=label.case,
        person=label.person,
        score=label.score,
        comment=label.comment,
        key=result.key,
        answer=result.answer,
        judges=tuple(sorted(run.judges[result.key, result.answer])),
    )


def _calibrated(state: Changes, tenant: str, judge: str, at_ms: int) -> None:
    key = calibrated_key(tenant, judge)
    state.put(CALIBRATED, key, max(at_ms, state.get(CALIBRATED, key) or 0))


def _placed(labels: Iterable[Label]) -> Iterator[tuple[str, Label]]:
    """Yield each label with the way to it: its line, or its place in the request."""
    for place, each in enumerate(labels):
        yield (f"line {each.line}" if each.line else f"labels[{place}]"), each


def _wrong_number(labels: Sequence[Label]) -> list[Violation]:
    if 1 <= len(labels) <= LABELS_MAX:
        return []
    return [invalid("labels", len(labels), f"1 to {LABELS_MAX}")]


def _malformed(labels: Iterable[Label]) -> Iterator[Violation]:
    before: dict[tuple[str, str, str], str] = {}
    for at, each in _placed(labels):
        if not SCORE_MIN <= each.score <= SCORE_MAX:
            yield invalid(f"{at}.score", each.score, f"{SCORE_MIN} to {SCORE_MAX}")
        if not matches(PERSON, each.person):
            yield invalid(f"{at}.person", each.person, PERSON_ALLOWED)
        if len(each.comment) > COMMENT_MAX:
            allowed = f"at most {COMMENT_MAX} characters"
            yield invalid(f"{at}.comment", f"{len(each.comment)} characters", allowed)
        first = before.setdefault((each.run, each.case, each.person), at)
        if first != at:
            allowed = f"a case of {each.run} that {each.person} has not scored in {first}"
            yield invalid(f"{at}.case", each.case, allowed)


def _unknown(at: str, label: Label, run: _Scored | None) -> Iterator[Violation]:
    if run is None:
        allowed = "the last complete evaluation of a version by its config, with a judge"
        yield invalid(f"{at}.run", label.run, allowed)
    elif label.case not in run.results:
        yield invalid(f"{at}.case", label.case, f"a case of {label.run} that its judge scored")
