"""Types of rules: their signs, their texts, their actions. Plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Source(StrEnum):
    """Source of a line of text."""

    OUTPUT = "output"
    """Output of the ranks. The job's owner controls it, so nobody else may pay because of it."""
    KERNEL = "kernel"
    """The kernel's log of the node."""
    MESSAGE = "message"
    """The agent's report about the end of an attempt."""


class Category(StrEnum):
    """Part of the system that failed."""

    USER = "user"
    """The job's own program, data or settings."""
    RESOURCES = "resources"
    """The job needed more of something than it asked for."""
    HARDWARE = "hardware"
    """A GPU, a link, or the machine."""
    NETWORK = "network"
    """The communication between ranks."""
    STORAGE = "storage"
    """A file system or an object store."""
    PLATFORM = "platform"
    """The node's software or Muster itself."""
    EVICTION = "eviction"
    """The attempt had to yield: nothing failed."""
    PENDING = "pending"
    """The attempt did not start: nothing failed."""
    UNKNOWN = "unknown"
    """No rule matched a sign."""


class Persistence(StrEnum):
    """Whether the same attempt would fail again."""

    TRANSIENT = "transient"
    PERMANENT = "permanent"
    UNKNOWN = "unknown"


class Action(StrEnum):
    """Action for the job."""

    FAIL = "fail"
    """Fail at once: another attempt would end in the same way."""
    RETRY = "retry"
    """Retry anywhere."""
    RETRY_ELSEWHERE = "retry-elsewhere"
    """Retry on other nodes than the one that failed."""
    MORE_MEMORY = "more-memory"
    """Retry with `memory_percent` of the memory if the job allows it; otherwise as its persistence says."""
    RESUME = "resume"
    """Resume from the last checkpoint."""
    FOLLOW_CAUSE = "follow-cause"
    """Act as the first cause demands: this rank only followed."""
    WAIT = "wait"
    """The attempt has not started: let it wait."""


class NodeAction(StrEnum):
    """Action for the node."""

    NONE = "none"
    SUSPECT = "suspect"
    """Avoid it for this job, and count."""
    CORDON = "cordon"
    """Place nothing new on it until a person has looked."""
    DRAIN = "drain"
    """Empty it gently, then a person repairs it."""
    DRAIN_RESET_GPU = "drain-reset-gpu"
    DRAIN_REBOOT = "drain-reboot"
    RESTART_VM = "restart-vm"


class Blame(StrEnum):
    """Whether a rank with this failure is where the failure of its gang began."""

    OWN = "own"
    """It failed by itself."""
    UNCLEAR = "unclear"
    """It may have waited for a rank that failed before."""
    PEER = "peer"
    """It failed because another rank had gone."""


class Condition(StrEnum):
    """Statement of agent or scheduler about the end of an attempt."""

    OUT_OF_MEMORY = "out-of-memory"
    DISK_FULL = "disk-full"
    COMMAND_NOT_FOUND = "command-not-found"
    CANNOT_START = "cannot-start"
    IMAGE_REFUSED = "image-refused"
    FILES_INVALID = "files-invalid"
    FILES_UNAVAILABLE = "files-unavailable"
    REFUSED = "refused"
    STOPPED = "stopped"
    TIMED_OUT = "timed-out"
    LOST = "lost"
    TIER_TIME = "tier-time"
    """The attempt held its nodes for as long as its tier allows."""
    HANG = "hang"
    """Its ranks fell silent."""
    START_UP = "start-up"
    """Its ranks were silent and idle since their start."""
    IDLE_GPUS = "idle-gpus"
    """Its GPUs were nearly idle."""
    STRAGGLER = "straggler"
    """One of its ranks was much slower than the others."""
    BAD_LOSS = "bad-loss"
    """It reported a loss from which training does not recover."""


class NodeEvent(StrEnum):
    """Event of the node while the attempt ran there."""

    LOST = "node-lost"
    DRAINING = "node-draining"
    RECLAIMED = "node-reclaimed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """Signs of a rule: any one of these matches.

    Attributes:
        output: Patterns (RE2 syntax) found in a line that a rank wrote.
        kernel: Patterns found in a line of the kernel's log.
        message: Patterns found in what the agent reported.
        xids: Numbers of NVIDIA's Xid errors in the kernel's log.
        exit_codes: Exit codes of the rank.
        signals: That ended the rank.
        conditions: That agent or scheduler stated.
        node_events: Events of the rank's node.
    """

    output: tuple[str, ...] = ()
    kernel: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    xids: tuple[int, ...] = ()
    exit_codes: tuple[int, ...] = ()
    signals: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()
    node_events: tuple[NodeEvent, ...] = ()

    def known_in(self, source: Source) -> bool:
        """Whether a line from a source can be a sign."""
        return bool(self.patterns(source)) or (source is Source.KERNEL and bool(self.xids))

    def patterns(self, source: Source) -> tuple[str, ...]:
        """The patterns for lines from a source."""
        by_source = {Source.OUTPUT: self.output, Source.KERNEL: self.kernel, Source.MESSAGE: self.message}
        return by_source[source]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule.

    Attributes:
        id: Stable: facts name it.
        category: Part of the system that failed.
        subcategory: Component of that part.
        persistence: Whether the same attempt would fail again.
        signs: Signs that identify it; none: it matches everything, and is the last.
        means: Description of the failure, in one sentence.
        hint: Change that would prevent it.
        action: Action for the job.
        node_action: Action for the node.
        blame: Whether the rank is where the failure began.
        spares_budget: The attempt does not count among those that the user granted.
        memory_percent: For more-memory: percentage of the attempt's memory that the next one gets.
        lines_min: Minimum number of lines of the kernel's log within an hour that count as a sign.
        retries_max: Maximum number of retries for this cause; None: as the job and the policy say.
    """

    id: str
    category: Category
    subcategory: str
    persistence: Persistence
    signs: Signs
    means: str
    hint: str
    action: Action
    node_action: NodeAction = NodeAction.NONE
    blame: Blame = Blame.OWN
    spares_budget: bool = False
    memory_percent: int | None = None
    retries_max: int | None = None
    lines_min: int = 1

    @property
    def retry_helps(self) -> bool | None:
        """Whether another attempt as it is may succeed; None: unknown."""
        by_persistence: Final = {Persistence.TRANSIENT: True, Persistence.PERMANENT: False}
        return by_persistence.get(self.persistence)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in order; the last one matches everything.

    Attributes:
        version: Version of the rules; facts that name a rule name it as well.
        rules: The rules in order.
    """

    version: int
    rules: tuple[Rule, ...]
    _order: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_order", {rule.id: place for place, rule in enumerate(self.rules)})

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def rule(self, rule_id: str) -> Rule:
        """The rule of an id.

        Raises:
            KeyError: There is none in this version.
        """
        return self.rules[self._order[rule_id]]

    def of_attempts(self) -> RuleSet:
        """Return the rules for attempts that ran: these cannot be pending, whatever their output contains."""
        return RuleSet(self.version, tuple([r for r in self.rules if r.category is not Category.PENDING]))

    def of_xid(self, number: int) -> Rule | None:
        """The first rule that names an Xid; None: no rule does."""
        return next((rule for rule in self.rules if number in rule.signs.xids), None)
