"""The entities. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.deciding import ByTime, Changes, Entities, Kind
from muster.deciding.work import WorkQueue
from muster.eval.core.configs.reach import Trigger
from muster.events.eval_commands import EvalCommand, GoldenTask, TokenPrice
from muster.events.eval_events import EvalConfigActivated, EvalEvent, GoldenSetActivated
from muster.events.eval_results import CaseScore, CasesScored, EndpointAnswered
from muster.events.eval_work import (
    Awaited,
    BatchCounted,
    ProductionMet,
    RepositoryMet,
    ResultsAwaited,
    ServingAwaited,
    VersionGone,
    VersionMet,
    VersionPassedOver,
    VersionWaits,
)
from muster.events.job_commands import CancelJob, SubmitJob
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobFailed,
    JobRequeued,
    JobStarted,
    JobSucceeded,
    JobSuspended,
)
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    RefCreated,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.events.shared.command_answers import CommandRejected

OfJobs: TypeAlias = (
    GangBound
    | JobStarted
    | JobRequeued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | JobSuspended
    | CommandRejected
)
"""Facts about jobs that matter when one serves a run."""

Named: TypeAlias = RepositoryCreated | RepositoryMoved | RepositoryDeleted
"""Facts about names of repositories."""

Inputs: TypeAlias = (
    EvalCommand
    | CasesScored
    | EndpointAnswered
    | CommitMade
    | CommitReleased
    | RefCreated
    | Named
    | VersionPromoted
    | VersionWithdrawn
    | OfJobs
)
"""Records of its inputs that this core decides; workers' reports are the queue's."""

Noted: TypeAlias = (
    BatchCounted
    | ResultsAwaited
    | VersionMet
    | VersionGone
    | ProductionMet
    | RepositoryMet
    | VersionWaits
    | VersionPassedOver
    | ServingAwaited
)
"""Notes of this core to itself."""

Outputs: TypeAlias = EvalEvent | Noted | SubmitJob | CancelJob
"""Records that this core emits besides its queue's."""

LEASE_MS: Final = 15_000
"""How long a worker may be silent."""

HOLDING: Final = 700
"""Priority of runs whose gate holds a version."""
OTHER: Final = 500
"""Priority of the rest: gates that only advise, kept answers that are judged again."""

QUEUE: Final = WorkQueue(lease_ms=LEASE_MS, urgent_from=HOLDING)
"""Work of the workers: an item for each run, known by the run's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """An evaluation that has not ended.

    Attributes:
        tenant: Organisation of the repository.
        repository: Id of the repository.
        commit: The version.
        baseline: Version that it is compared with; empty: none.
        config: Name of the config.
        config_digest: SHA-256 of its document and of its golden set.
        document: The config as canonical JSON.
        cases: Number of golden cases.
        counted: Batches that count.
        awaited: Batches that its worker has sent in all; None: it has not ended.
        code: Why not all cases were asked; empty: all were, or it is not known yet.
        reason: The same in one sentence.
        judge: Hash of its judge; empty: it has none.
        rejudge: Whether kept answers are judged again, without a verdict.
        tasks: Plan of each of its tasks.
        sha: Git commit that the verdict is posted to; empty: none.
        price: Price of the version's tokens; None: none is set.
        judge_price: Price of the judge's tokens; None: there is no judge, or none is set.
        cap_micros: Most that it may cost, millionths of a dollar; None: without a price there is no limit.
        requested_by: Its sender: ORGANISATION/USER.
        unsettled_micros: Most that was paid beside results, millionths of a dollar.
        started_at_ms: When it started, milliseconds since 1970 UTC.
        golden_set: Digest of the golden set.
        trigger: Ref whose new version started it; empty: somebody asked.
        serving_job: Job that serves the version; empty: an endpoint does.
        held_out: Keyed digest of the held-out cases that it asks; empty: it asks none.
        held_out_cases: Number of held-out cases of its tasks, whether it asks them or not.
        probe: Most cases whose changed answers its judge scores; 0: it is no probe.
        anchors: Most cases whose kept answers its judge scores without expected texts; 0: it is no such run.
        fresh: Whether its judge is asked for every verdict, also for kept ones.
    """

    tenant: str
    repository: str
    commit: str
    baseline: str
    config: str
    config_digest: str
    document: str
    cases: int
    counted: int = 0
    awaited: int | None = None
    code: str = ""
    reason: str = ""
    judge: str = ""
    rejudge: bool = False
    tasks: tuple[GoldenTask, ...] = ()
    sha: str = ""
    price: TokenPrice | None = None
    judge_price: TokenPrice | None = None
    cap_micros: int | None = None
    requested_by: str = ""
    unsettled_micros: int = 0
    started_at_ms: int = 0
    golden_set: str = ""
    trigger: str = ""
    serving_job: str = ""
    held_out: str = ""
    held_out_cases: int = 0
    probe: int = 0
    anchors: int = 0
    fresh: bool = False

    @property
    def is_evaluation(self) -> bool:
        """Whether scores follow; otherwise figures of its judge, or scores of kept answers alone."""
        return not (self.probe or self.anchors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """The job that serves a run which has not ended.

    Attributes:
        job_id: The job.
        command_id: Event id of the command that submits it; empty: it is not sent yet.
        attempt: Its attempt; 0: it has none.
        url: Base URL of its server; empty: it has no address.
        awaited: What is needed from it next.
        until_ms: The run fails then; None: there is no such time.
    """

    job_id: str
    command_id: str = ""
    attempt: int = 0
    url: str = ""
    awaited: Awaited = Awaited.START
    until_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Triggering:
    """A config that evaluates versions by itself.

    Attributes:
        triggers: Which.
    """

    triggers: tuple[Trigger, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """Versions of one ref for one config: one is evaluated at a time, and the newest waits.

    Attributes:
        run: The run under way.
        waiting: The version that waits; empty: none.
    """

    run: str
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Results of one batch.

    Attributes:
        results: In the order of the run.
    """

    results: tuple[CaseScore, ...]


@dataclass(frozen=True, slots=True)
class Recent:
    """Versions of a repository that configs of one name have scored.

    Attributes:
        commits: The last scored last, each once; at most `REJUDGED_MAX`.
    """

    commits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A case that was proposed for a golden set.

    Attributes:
        case: Its id.
        accepted: Whether it was accepted; None: nobody has decided.
    """

    case: str
    accepted: bool | None = None


REJUDGED_MAX: Final = 20
"""Most versions of a repository that a new judge scores again."""


@dataclass(frozen=True, slots=True)
class Day:
    """Automatic runs of an organisation on one day.

    Attributes:
        day_ms: Its start, UTC.
        reserved_micros: Caps of runs that have not ended, millionths of a dollar.
        spent_micros: Cost of those that have.
        paused: Whether a run was held back since the last one that started.
    """

    day_ms: int
    reserved_micros: int = 0
    spent_micros: int = 0
    paused: bool = False


SETS: Final = Kind("golden-set", GoldenSetActivated)
"""`named_key` -> the golden set in force."""

PROPOSALS: Final = Kind("proposal", Proposal)
"""`proposal_key` -> a case that was proposed for a golden set."""

CONFIGS: Final = Kind("eval-config", EvalConfigActivated)
"""`named_key` -> the config in force."""

RUNS: Final = Kind("run", Run)
"""Id of a run -> the run, until it ends."""

ENDED: Final = Kind("ended-run", str)
"""Id of a run that has ended -> `scored_key` of its version."""

BATCHES: Final = Kind("batch", Batch)
"""`batch_key` -> results of a run that has not ended, or is the last of its version and config."""

SCORED: Final = Kind("scored-version", str)
"""`scored_key` -> the last run that completed."""

JUDGED: Final = Kind("judged-version", str)
"""`judged_key` -> hash of the judge of the last run that completed; empty: it had none."""

RECENT: Final = Kind("recent-versions", Recent)
"""`recent_key` -> versions that were scored last."""

VERSIONS: Final = Kind("version", str)
"""`version_key` -> organisation of the repository."""

PRODUCTION: Final = Kind("production", str)
"""Id of a repository -> the version in production."""

PRICES: Final = Kind("token-price", TokenPrice)
"""`price_key` -> price of a model's tokens."""

BUDGETS: Final = Kind("eval-budget", int)
"""Organisation -> limit of its automatic runs of a day, millionths of a dollar."""

DAYS: Final = Kind("eval-day", Day)
"""Organisation -> the last day on which a run started by itself, or was held back."""

REPOSITORIES: Final = Kind("repository", str)
"""Id of a model repository -> NAMESPACE/NAME."""

SERVING: Final = Kind("serving", Serving)
"""Id of a run that has not ended -> the job that serves it."""

SERVING_JOBS: Final = Kind("serving-job", str)
"""Id of a job that serves a run -> the run."""

DEADLINES: Final = ByTime("serving-deadline")
"""Runs by the time at which they fail unless their job has got on."""

TRIGGERING: Final = Kind("triggering-config", Triggering)
"""`named_key` -> triggers of the config in force, if it has some."""

TRIGGERED: Final = Kind("triggered", str)
"""`triggered_key` -> the run that it started; empty: none."""

LANES: Final = Kind("lane", Lane)
"""`lane_key` -> the run under way and the version that waits."""


JUDGED_RUNS: Final = Kind("judged-run", str)
"""`judged_run_key` -> hash of the judge of a run that completed and whose results are kept."""

LABELLED: Final = Kind("labelled-answer", int)
"""`labelled_key` -> when a person labelled an answer last, milliseconds since 1970 UTC."""

CALIBRATED: Final = Kind("calibrated-judge", int)
"""`calibrated_key` -> time of the newest label of an answer that a judge scored."""

HELD_OUT_USES: Final = Kind("held-out-uses", int)
"""`named_key` of the keyed digest of held-out cases -> how many final gates have asked them."""


def named_key(tenant: str, name: str) -> str:
    """Return the key of a golden set or config."""
    return f"{tenant}/{name}"


def proposal_key(tenant: str, golden_set: str, proposal: str) -> str:
    """Return the key of a proposal; without one the prefix of all of the set."""
    return f"{named_key(tenant, golden_set)}/{proposal}"


def version_key(repository: str, commit: str) -> str:
    """Return the key of a version."""
    return f"{repository}/{commit}"


def scored_key(repository: str, commit: str, config_digest: str) -> str:
    """Return the key of a version's scores by a config."""
    return f"{repository}/{commit}/{config_digest}"


def scores_of(state: Entities, run_id: str) -> str:
    """Return the `scored_key` of a run that is under way or has ended; empty: there is no such run."""
    run = state.get(RUNS, run_id)
    if run is None:
        return state.get(ENDED, run_id) or ""
    return scored_key(run.repository, run.commit, run.config_digest)


def judged_key(repository: str, commit: str, config: str) -> str:
    """Return the key of the judge by which a config of this name last scored a version."""
    return f"{repository}/{commit}/{config}"


def recent_key(tenant: str, config: str, repository: str) -> str:
    """Return the key of a repository's versions that a config scored last."""
    return f"{tenant}/{config}/{repository}"


def batch_key(run: str, batch: int) -> str:
    """Return the key of a batch; in key order they are in the order of the run."""
    return f"{run}/{batch:08d}"


def price_key(tenant: str, endpoint: str, model: str) -> str:
    """Return the key of a price; endpoints have no blank."""
    return f"{tenant}/{endpoint} {model}"


def triggered_key(repository: str, commit: str, config: str, ref: str = "") -> str:
    """Return the key of a version that triggers a config by a ref; without a ref the prefix of all refs."""
    return f"{repository}/{commit}/{config}/{ref}"


def lane_key(tenant: str, config: str, repository: str, ref: str) -> str:
    """Return the key of a ref's versions for a config."""
    return f"{named_key(tenant, config)}/{repository}/{ref}"


def judged_run_key(repository: str, commit: str, run: str = "") -> str:
    """Return the key of a run that a judge scored; without a run the prefix of all runs of a version."""
    return f"{repository}/{commit}/{run}"


def labelled_key(tenant: str, key: str, answer: str, person: str = "") -> str:
    """Return the key of a person's label of an answer; without a person the prefix of all persons."""
    return f"{tenant}/{key}/{answer}/{person}"


def calibrated_key(tenant: str, judge: str) -> str:
    """Return the key of a judge by its hash."""
    return f"{tenant}/{judge}"


def forget_results(state: Changes, run: str) -> None:
    """Delete the results of a run that is compared with nothing any more."""
    for key, _ in list(state.scan(BATCHES, prefix=f"{run}/")):
        state.delete(BATCHES, key)
