"""Plan of an evaluation: its versions, price and cap, or why it must not start. PURE."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from muster.deciding import Entities
from muster.eval.core import held_out, judges, verdicts
from muster.eval.core.configs.documents import NAME_ALLOWED, EvalConfig, read_config
from muster.eval.core.golden import violations
from muster.eval.core.money import caps, prices
from muster.eval.core.runs import statuses
from muster.eval.core.runs.jobs import job_id_of
from muster.eval.core.state import (
    CONFIGS,
    PRODUCTION,
    REPOSITORIES,
    SETS,
    VERSIONS,
    named_key,
    scores_of,
    version_key,
)
from muster.events.eval_commands import ProbeJudge, ScoreAnswers, StartEval
from muster.events.eval_events import EvalConfigActivated, EvalStarted, GoldenSetActivated
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.golden.configs import NAME
from muster.jobs.values.rules import matches

JUDGE_ALLOWED: Final = "one with a judge, whose golden set is in force"
"""Allowed config of a run that only its judge scores."""

URL: Final = r"^https?://[^\s@]+$"
URL_ALLOWED: Final = "http:// or https:// and a host, in the request (`--url`) or the config (`endpoint.url`)"


def is_repeated(state: Entities, command: StartEval) -> bool:
    """Return whether a run has this id already, and evaluates the same version by the config in force."""
    version, _, digest = scores_of(state, command.run).rpartition("/")
    if version != version_key(command.repository, command.commit):
        return False
    plan = plan_in_force(state, command.tenant, command.config)
    return plan is not None and digest == plan.digest and state.get(VERSIONS, version) == command.tenant


def planned(
    state: Entities, command: StartEval, at_ms: int, *, trigger: str = ""
) -> tuple[EvalStarted, str] | Refusal:
    """Return an evaluation and the endpoint's URL, for `runs.begin`, or why there is none.

    Args:
        state: The state.
        command: The request.
        at_ms: The time.
        trigger: Ref whose new version asks for it, `branch NAME` or `tag NAME`; empty: somebody does.

    Returns:
        An empty URL where a job serves the version.
    """
    if not matches(NAME, command.run):
        return invalid_value("run", command.run, NAME_ALLOWED)
    if scores_of(state, command.run):
        message = must_be("run", command.run, "an id that no other evaluation has")
        return Refusal(RejectionCode.ALREADY_EXISTS, message)
    tenant = state.get(VERSIONS, version_key(command.repository, command.commit))
    if tenant != command.tenant:
        return unknown_version(command.repository, command.commit)
    chosen = state.get(CONFIGS, named_key(command.tenant, command.config))
    if chosen is None:
        return _unknown("config", command.config[:80], "an eval config that is in force")
    config = read_config(chosen.document)
    golden = state.get(SETS, named_key(command.tenant, config.golden_set))
    found = violations(config, golden)
    if golden is None or found:
        return Refusal(RejectionCode.WRONG_STATE, "", tuple(found))
    url = command.url or config.endpoint.url
    is_served = url is None and config.serve is not None
    if not is_served and (url is None or not matches(URL, url)):
        return invalid_value("url", url or "missing", URL_ALLOWED)
    if (refusal := _sha_refusal(command.sha, config)) is not None:
        return refusal
    if is_served and state.get(REPOSITORIES, command.repository) is None:
        return _unknown("repository", command.repository[:80], "a model repository")
    production = state.get(PRODUCTION, command.repository) or ""
    price = prices.price_of(state, command.tenant, url or "", config.endpoint.model)
    judge_price = prices.judge_price_of(state, command.tenant, config)
    cap_micros = caps.cap_of(command, config, (price, judge_price))
    if isinstance(cap_micros, Refusal):
        return cap_micros
    started = Plan(chosen, config, golden).started(
        command,
        baseline=production if production != command.commit else "",
        trigger=trigger,
        serving_job=job_id_of(command.run, command.tenant, at_ms) if is_served else "",
    )
    started = held_out.used(state, started)
    return replace(started, price=price, judge_price=judge_price, cap_micros=cap_micros), url or ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A config with its golden set, the same for all its runs.

    Attributes:
        chosen: The config in force.
        config: The same as a model.
        golden: Its golden set.
    """

    chosen: EvalConfigActivated
    config: EvalConfig
    golden: GoldenSetActivated

    @property
    def digest(self) -> str:
        """SHA-256 of config, golden set but its live cases, and judge: scores of one digest are compared."""
        judge = judges.hash_of(self.config)
        golden = self.golden.comparable or self.golden.digest
        digests = [self.chosen.digest, golden, *([judge] if judge else [])]
        return hashlib.sha256("\n".join(digests).encode()).hexdigest()

    def started(
        self,
        command: StartEval,
        *,
        baseline: str,
        rejudge: bool = False,
        trigger: str = "",
        serving_job: str = "",
    ) -> EvalStarted:
        """Return the evaluation."""
        terms = verdicts.gate_terms(command.config, self.config)
        asked = held_out.asked_tasks(self.golden, self.config)
        started = EvalStarted(
            run=command.run,
            repository=command.repository,
            commit=command.commit,
            baseline=baseline,
            config=command.config,
            config_digest=self.digest,
            gates=() if rejudge else (command.config,),
            cases=sum(each.cases for each in asked if each.task in self.config.tasks),
            tenant=command.tenant,
            requested_by="" if trigger else f"{command.tenant}/{command.requested_by}",
            judge_hash=judges.hash_of(self.config),
            rejudge=rejudge,
            advisory=() if rejudge or terms.blocks else (command.config,),
            sha=command.sha,
            trigger=trigger,
            serving_job=serving_job,
            golden_set=self.golden.digest,
        )
        return held_out.named(started, self.golden, self.config)


def plan_in_force(state: Entities, tenant: str, config: str) -> Plan | None:
    """Return a config in force with its golden set; None: one of them is missing."""
    chosen = state.get(CONFIGS, named_key(tenant, config))
    if chosen is None:
        return None
    read = read_config(chosen.document)
    golden = state.get(SETS, named_key(tenant, read.golden_set))
    return None if golden is None else Plan(chosen, read, golden)


def judged_plan(state: Entities, command: ProbeJudge | ScoreAnswers, *, cases_max: int) -> Plan | Refusal:
    """Return the plan of a run over kept answers that only its judge scores, or why there is none."""
    if not matches(NAME, command.run):
        return invalid_value("run", command.run, NAME_ALLOWED)
    if scores_of(state, command.run):
        message = must_be("run", command.run, "an id that no other evaluation or probe has")
        return Refusal(RejectionCode.ALREADY_EXISTS, message)
    if not 1 <= command.cases <= cases_max:
        return invalid_value("cases", str(command.cases), f"1 to {cases_max}")
    chosen = state.get(CONFIGS, named_key(command.tenant, command.config))
    if chosen is None:
        return _unknown("config", command.config[:80], "an eval config that is in force")
    config = read_config(chosen.document)
    golden = state.get(SETS, named_key(command.tenant, config.golden_set))
    if config.judge is None or golden is None:
        message = must_be("config", command.config[:80], JUDGE_ALLOWED)
        return Refusal(RejectionCode.WRONG_STATE, message)
    return Plan(chosen, config, golden)


def judged_start(
    state: Entities, plan: Plan, command: ProbeJudge | ScoreAnswers, version: tuple[str, str]
) -> EvalStarted | Refusal:
    """Return the start of a run over kept answers of a version that only its judge scores and costs.

    It asks no held-out cases.
    """
    judge_price = prices.judge_price_of(state, command.tenant, plan.config)
    repository, commit = version
    asked = StartEval(
        run=command.run,
        repository=repository,
        commit=commit,
        config=command.config,
        cap_micros=command.cap_micros,
        tenant=command.tenant,
        requested_by=command.requested_by,
    )
    judge = plan.config.judge
    priced = plan.config if judge is None else plan.config.model_copy(update={"endpoint": judge.endpoint})
    cap_micros = caps.cap_of(asked, priced, (judge_price,))
    if isinstance(cap_micros, Refusal):
        return cap_micros
    started = plan.started(asked, baseline="", rejudge=True)
    return replace(started, held_out="", held_out_cases=0, judge_price=judge_price, cap_micros=cap_micros)


def unknown_version(repository: str, commit: str) -> Refusal:
    """Return the refusal of a version that the organisation does not have."""
    allowed = "one of a repository of your organisation"
    return _unknown("commit", f"{commit[:64]} of {repository[:80]}", allowed)


def _sha_refusal(sha: str, config: EvalConfig) -> Refusal | None:
    """Return why a verdict must not be posted to a Git commit; None: it may, or there is none."""
    if sha and not matches(statuses.SHA, sha):
        return invalid_value("sha", sha, "a Git commit: 40 or 64 of 0-9 and a-f")
    if sha and config.status is None:
        return invalid_value("sha", sha, "left out, as the config has no `status`")
    return None


def invalid_value(field: str, value: str, allowed: str) -> Refusal:
    """Return the refusal of a value that is not allowed."""
    return Refusal(RejectionCode.INVALID, must_be(field, value[:80], allowed))


def _unknown(field: str, value: str, allowed: str) -> Refusal:
    return Refusal(RejectionCode.NOT_FOUND, must_be(field, value, allowed))
