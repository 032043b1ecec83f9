"""The field types of forms. Each rule is stated once: the check, and the sentence with the valid values.

The sentence appears in every violation, in the JSON Schema, and so in the documentation.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias

from muster.events.job_commands import (
    Isolation,
    NetworkAccess,
    RequiredEnd,
    SandboxNeed,
    SpotUse,
    Strictness,
    Tier,
    TopologyLevel,
)
from muster.jobs.values.quantities import (
    format_duration,
    format_memory,
    format_money,
    format_time,
    from_milli,
    parse_duration,
    parse_memory,
    parse_money,
    parse_time,
    to_milli,
)
from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, Strict, WithJsonSchema
from pydantic_core import PydanticCustomError

PRIORITY_MAX: Final = 1000
WORLD_SIZES_MAX: Final = 64
RANKS_MAX: Final = 4096
GPUS_MAX: Final = 64
CPU_MAX: Final = 4096
COMMAND_ARGS_MAX: Final = 4096
COMMAND_BYTES_MAX: Final = 128 << 10
ENV_VARS_MAX: Final = 1024
ENV_BYTES_MAX: Final = 64 << 10
LABELS_MAX: Final = 64
GPU_MODELS_MAX: Final = 32
ATTEMPTS_MAX: Final = 100
AFTER_MAX: Final = 100

PROGRAMS: Final = frozenset(
    (
        *("kafka", "schema-registry", "elasticsearch", "neo4j", "postgres", "s3"),
        *("submit", "projector", "removal", "scheduler", "scheduler-standby", "preemption", "agent"),
        *("alerts", "alerts-projector", "alerts-sender", "apis", "host"),
        *("metering", "metering-measurer", "metering-projector"),
        *("registry", "registry-api", "registry-projector", "registry-removal", "registry-repacker"),
        *("registry-tiering", "scanner", "scanner-projector", "scanner-worker"),
        *("eval", "eval-projector", "eval-statuses", "eval-worker"),
        *("drift", "drift-bodies", "drift-projector", "drift-windows", "drift-worker"),
    )
)
"""Programs of a local cell, whose logs `muster logs` shows by these names: no job is named so."""

ENV_RESERVED: Final = ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT", "CUDA_VISIBLE_DEVICES")
"""Set by the agent in every rank, as is MUSTER_*; refused, so that no value is silently ignored."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowed values of a field as a sentence: metadata next to the check that enforces it."""

    text: str


def refuse(
    *, value: str | None = None, allowed: str | None = None, field: str | None = None
) -> PydanticCustomError:
    """The error that a check raises; absent arguments come from the field: its input, its Allowed, its path.

    `field` is the path from the checked field or form to the field at fault.
    """
    context = {"value": value, "allowed": allowed, "field": field}
    return PydanticCustomError("refused", "refused", {k: v for k, v in context.items() if v is not None})


def is_plain(text: str) -> bool:
    """Whether text is without control characters."""
    return not any(ord(c) < 32 or ord(c) == 127 for c in text)


def _printable(text: str) -> str:
    if not is_plain(text):
        raise refuse()
    return text


def _no_other_reference(name: str) -> str:
    """Refuse names that commands take for an id, for the beginning of one, or for a program."""
    if name.startswith("job-") or name in PROGRAMS:
        raise refuse(value=name)
    return name


def _unsupported(text: str) -> str:
    """Refuses every value of a field that nothing could honour: a request is not ignored in silence."""
    raise refuse(value=text)


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise refuse(value="text with a NUL byte")
    return text


def _bytes_at_most(limit: int, measure: Callable[[Any], int]) -> AfterValidator:
    def check(value: Any) -> Any:
        if (size := measure(value)) > limit:
            raise refuse(value=f"{size} bytes in all")
        return value

    return AfterValidator(check)


def _text_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _args_bytes(args: tuple[str, ...]) -> int:
    return sum(_text_bytes(a) + 1 for a in args)


def _env_bytes(env: Mapping[str, str]) -> int:
    return sum(_text_bytes(k) + _text_bytes(v) + 2 for k, v in env.items())


def _env_unreserved(env: dict[str, str]) -> dict[str, str]:
    for name, value in env.items():
        if name in ENV_RESERVED or (name.startswith("MUSTER_") and not name.startswith("MUSTER_SIM_")):
            raise refuse(
                field=name,
                value=value,
                allowed="a name the agent does not set itself in every rank",
            )
    return env


def _read_duration(low_ms: int, high_ms: int) -> BeforeValidator:
    def read(value: Any) -> int:
        if not isinstance(value, str):
            raise refuse()
        try:
            duration_ms = parse_duration(value)
        except ValueError:
            raise refuse() from None
        if not low_ms <= duration_ms <= high_ms:
            raise refuse()
        return duration_ms

    return BeforeValidator(read)


def _read_time(value: Any) -> int:
    try:
        return parse_time(value)
    except (TypeError, ValueError, OverflowError):
        raise refuse() from None


def _read_memory(high_mib: int) -> BeforeValidator:
    def read(value: Any) -> int:
        try:
            memory_mib = parse_memory(value)
        except (TypeError, ValueError):
            raise refuse() from None
        if memory_mib > high_mib:
            raise refuse()
        return memory_mib

    return BeforeValidator(read)


def _read_money(low_micros: int, high_micros: int) -> BeforeValidator:
    def read(value: Any) -> int:
        try:
            micros = parse_money(value)
        except (TypeError, ValueError):
            raise refuse() from None
        if not low_micros <= micros <= high_micros:
            raise refuse()
        return micros

    return BeforeValidator(read)


def _read_milli(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse()
    try:
        return to_milli(float(value))  # compiled, a large int is no float
    except (ValueError, OverflowError):
        raise refuse() from None


def _read_gpus(value: Any) -> int | float:
    milli = _read_milli(value)
    whole = milli % 1000 == 0 and 0 <= milli <= GPUS_MAX * 1000
    if not whole and not 0 < milli < 1000:
        raise refuse()
    return from_milli(milli)


def _read_number(low_milli: int, high_milli: int) -> BeforeValidator:
    def read(value: Any) -> int | float:
        milli = _read_milli(value)
        if not low_milli <= milli <= high_milli:
            raise refuse()
        return from_milli(milli)

    return BeforeValidator(read)


def written(choice: StrEnum) -> str:
    """A choice as people write it: standard-training."""
    return choice.value.lower().replace("_", "-")


def _read_choice(kind: type[StrEnum]) -> BeforeValidator:
    choices = {written(choice): choice for choice in kind}

    def read(value: Any) -> StrEnum:
        if isinstance(value, kind):
            return value
        if isinstance(value, str) and value in choices:
            return choices[value]
        near = difflib.get_close_matches(str(value)[:64].lower(), choices, n=1)
        raise refuse(allowed=f"{', '.join(choices)}; did you mean {near[0]!r}?" if near else None)

    return BeforeValidator(read)


def _sorted_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


Rule: TypeAlias = tuple[Any, ...]
"""Metadata of a field's type: its checks, its notation, and the valid values."""


def duration(low: str, high: str) -> Rule:
    """Milliseconds, written as a duration."""
    text = f"a duration from {low} to {high}, written like 90s, 1h30m or 250ms"
    return (
        _read_duration(parse_duration(low), parse_duration(high)),
        PlainSerializer(format_duration, return_type=str),
        WithJsonSchema({"type": "string", "pattern": "^([0-9]+(d|h|ms|m|s))+$", "examples": ["1h30m"]}),
        Allowed(text),
    )


def moment() -> Rule:
    """Milliseconds since 1970, written as a time."""
    return (
        BeforeValidator(_read_time),
        PlainSerializer(format_time, return_type=str),
        WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2026-11-21T09:00:00Z"]}),
        Allowed("a time with its offset from UTC, written like 2026-11-21T09:00:00Z"),
    )


def memory(high: str) -> Rule:
    """MiB, written as a size."""
    text = f"a size up to {high}: a whole number and MiB, GiB or TiB, written like 512MiB or 4GiB"
    return (
        _read_memory(parse_memory(high)),
        PlainSerializer(format_memory, return_type=str),
        WithJsonSchema({"type": "string", "pattern": "^[0-9]+(MiB|GiB|TiB)$", "examples": ["4GiB"]}),
        Allowed(text),
    )


def money(low: str, high: str) -> Rule:
    """Millionths of a currency, written as an amount in quotes: a number would be rounded on its way."""
    return (
        _read_money(parse_money(low), parse_money(high)),
        PlainSerializer(format_money, return_type=str),
        WithJsonSchema({"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,6})?$", "examples": ["2.50"]}),
        Allowed(f'an amount from {low} to {high} with at most six decimals, in quotes, written like "2.50"'),
    )


def number(of: str, low: float, high: int, example: float) -> Rule:
    """A number in thousandths, exact."""
    return (
        _read_number(to_milli(low), to_milli(high)),
        WithJsonSchema({"type": "number", "minimum": low, "maximum": high, "examples": [example]}),
        Allowed(f"a number{of} from {low} to {high} in steps of 0.001"),
    )


def whole(low: int, high: int, note: str = "") -> Rule:
    """A whole number."""
    return Strict(), Field(ge=low, le=high), Allowed(f"a whole number from {low} to {high}{note}")


def pattern(pattern: str, allowed: str) -> Rule:
    """Text that matches a pattern."""
    return Field(pattern=pattern), Allowed(allowed)


def choice(kind: type[StrEnum]) -> Rule:
    """One of the names of an enumeration, in lower case."""
    names = [written(choice) for choice in kind]
    return (
        _read_choice(kind),
        PlainSerializer(written, return_type=str),
        WithJsonSchema({"type": "string", "enum": names}),
        Allowed(", ".join(names)),
    )


JOB_ID_PATTERN: Final = r"^job-[a-z0-9-]{4,60}$"
JOB_ID_ALLOWED: Final = "job- and 4 to 60 of a-z 0-9 and -"
QUEUE_PATTERN: Final = r"^[a-z0-9][a-z0-9-]{0,62}$"
QUEUE_ALLOWED: Final = "1 to 63 of a-z 0-9 and -, not starting with -"
WHO_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$"
WHO_ALLOWED: Final = "1 to 128 of letters, digits and . _ @ + -, starting with a letter or digit"

UNIT_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
UNIT_ALLOWED: Final = "1 to 128 of letters, digits and . _ -, starting with a letter or digit"
TAINT_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._/=-]{0,127}$"
TAINT_ALLOWED: Final = "1 to 128 of letters, digits and . _ / = -, starting with a letter or digit"
TAINTS_MAX: Final = 32
CACHE_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,255}$"
CACHE_ALLOWED: Final = "1 to 256 of letters, digits and . _ / : @ + -, starting with a letter or digit"
CACHES_MAX: Final = 16
NODE_LABELS_MAX: Final = 16
THROUGHPUT_MAX: Final = 1000

Name: TypeAlias = Annotated[str, *pattern(UNIT_PATTERN, UNIT_ALLOWED)]
JobName: TypeAlias = Annotated[
    str,
    Field(pattern=UNIT_PATTERN),
    AfterValidator(_no_other_reference),
    Allowed(f"{UNIT_ALLOWED}; not with job-, as ids do, and no program of the cell, such as scheduler"),
]
Who: TypeAlias = Annotated[str, *pattern(WHO_PATTERN, WHO_ALLOWED)]
Queue: TypeAlias = Annotated[str, *pattern(QUEUE_PATTERN, QUEUE_ALLOWED)]
ModelName: TypeAlias = Annotated[
    str,
    *pattern(
        r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$",
        "1 to 128 of letters, digits and . _ / -, starting with a letter or digit",
    ),
]
GPU_MODEL_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
GPU_MODEL_ALLOWED: Final = "1 to 64 of letters, digits and . _ -"
GpuModel: TypeAlias = Annotated[str, Field(pattern=GPU_MODEL_PATTERN)]
Sha256: TypeAlias = Annotated[
    str, *pattern(r"^[0-9a-f]{64}$", "64 of 0-9 a-f: the SHA-256 of a tar.gz stored with PUT /v1/files")
]
Image: TypeAlias = Annotated[
    str, AfterValidator(_unsupported), Allowed("absent: no node runs container images")
]
TierField: TypeAlias = Annotated[Tier, *choice(Tier)]
Priority: TypeAlias = Annotated[int, *whole(-PRIORITY_MAX, PRIORITY_MAX)]
Ranks: TypeAlias = Annotated[int, *whole(1, RANKS_MAX)]
TopologyLevelField: TypeAlias = Annotated[TopologyLevel, *choice(TopologyLevel)]
StrictnessField: TypeAlias = Annotated[Strictness, *choice(Strictness)]
GroupRanks: TypeAlias = Annotated[
    int, *whole(1, RANKS_MAX, " that divides ranks; above 1 only with whole GPUs")
]
WorldSizes: TypeAlias = Annotated[
    tuple[Ranks, ...],
    Field(max_length=WORLD_SIZES_MAX),
    Allowed(f"at most {WORLD_SIZES_MAX} gang sizes, ascending, the first elastic.min, the last ranks"),
]
Gpus: TypeAlias = Annotated[
    int | float,
    BeforeValidator(_read_gpus),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": GPUS_MAX, "examples": [0.5, 8]}),
    Allowed(f"0, a fraction from 0.001 to 0.999 in steps of 0.001, or a whole number from 1 to {GPUS_MAX}"),
]
GpuModels: TypeAlias = Annotated[
    tuple[GpuModel, ...],
    Field(max_length=GPU_MODELS_MAX),
    AfterValidator(_sorted_names),
    Allowed(
        f"a list of at most {GPU_MODELS_MAX} model names, each {GPU_MODEL_ALLOWED}; "
        "only with GPUs; empty accepts any"
    ),
]
IsolationField: TypeAlias = Annotated[Isolation, *choice(Isolation)]
SandboxField: TypeAlias = Annotated[SandboxNeed, *choice(SandboxNeed)]
NetworkField: TypeAlias = Annotated[NetworkAccess, *choice(NetworkAccess)]
SpotField: TypeAlias = Annotated[SpotUse, *choice(SpotUse)]
After: TypeAlias = Annotated[
    dict[Annotated[str, Field(pattern=JOB_ID_PATTERN)], Annotated[RequiredEnd, *choice(RequiredEnd)]],
    Field(max_length=AFTER_MAX),
    Allowed(f"at most {AFTER_MAX} job ids, each {JOB_ID_ALLOWED}, with ok, any or failed"),
]
Taints: TypeAlias = Annotated[
    tuple[Annotated[str, Field(pattern=TAINT_PATTERN)], ...],
    Field(max_length=TAINTS_MAX),
    AfterValidator(_sorted_names),
    Allowed(f"a list of at most {TAINTS_MAX} taints, each {TAINT_ALLOWED}"),
]
CacheNames: TypeAlias = Annotated[
    tuple[Annotated[str, Field(pattern=CACHE_PATTERN)], ...],
    Field(max_length=CACHES_MAX),
    AfterValidator(_sorted_names),
    Allowed(f"a list of at most {CACHES_MAX} names, each {CACHE_ALLOWED}"),
]
Throughput: TypeAlias = Annotated[int | float, *number(" of speed", 0.001, THROUGHPUT_MAX, example=2.5)]
Cpu: TypeAlias = Annotated[int | float, *number(" of cores", 0, CPU_MAX, example=4)]
Memory: TypeAlias = Annotated[int, *memory("64TiB")]
Command: TypeAlias = Annotated[
    tuple[Annotated[str, AfterValidator(_without_nul)], ...],
    Field(min_length=1, max_length=COMMAND_ARGS_MAX),
    _bytes_at_most(COMMAND_BYTES_MAX, _args_bytes),
    Allowed(
        f"a list of 1 to {COMMAND_ARGS_MAX} strings without NUL, the first not empty, at most "
        f"{COMMAND_BYTES_MAX >> 10} KiB in all"
    ),
]
Shell: TypeAlias = Annotated[
    str,
    Field(min_length=1),
    AfterValidator(_without_nul),
    _bytes_at_most(COMMAND_BYTES_MAX - 32, _text_bytes),
    Allowed(f"shell text without NUL, not empty, at most {(COMMAND_BYTES_MAX >> 10) - 1} KiB"),
]
EnvName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
Env: TypeAlias = Annotated[
    dict[EnvName, Annotated[str, AfterValidator(_without_nul)]],
    Field(max_length=ENV_VARS_MAX),
    AfterValidator(_env_unreserved),
    _bytes_at_most(ENV_BYTES_MAX, _env_bytes),
    Allowed(
        f"at most {ENV_VARS_MAX} names of letters, digits and _ with text values (quote numbers), "
        f"at most {ENV_BYTES_MAX >> 10} KiB in all; not {', '.join(ENV_RESERVED)} or MUSTER_*"
    ),
]
LabelKey: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$")]
Labels: TypeAlias = Annotated[
    dict[LabelKey, Annotated[str, Field(max_length=256), AfterValidator(_printable)]],
    Field(max_length=LABELS_MAX),
    Allowed(
        f"at most {LABELS_MAX} pairs; keys 1 to 63 of letters, digits and . _ / -; values text of at most "
        "256 characters without control characters (quote numbers)"
    ),
]
NodeLabels: TypeAlias = Annotated[
    dict[LabelKey, Annotated[str, Field(max_length=256), AfterValidator(_printable)]],
    Field(max_length=NODE_LABELS_MAX),
    Allowed(
        f"at most {NODE_LABELS_MAX} pairs of keys and values, as nodes have them; empty accepts any node"
    ),
]
WallTime: TypeAlias = Annotated[int, *duration("1s", "366d")]
Grace: TypeAlias = Annotated[int, *duration("1ms", "1h")]
Backoff: TypeAlias = Annotated[int, *duration("0s", "1d")]
Interval: TypeAlias = Annotated[int, *duration("1s", "7d")]
Attempts: TypeAlias = Annotated[int, *whole(1, ATTEMPTS_MAX, "; 1 never retries")]
TEXT_CHARS_MAX: Final = 1024
TEXT_ALLOWED: Final = f"at most {TEXT_CHARS_MAX} characters without control characters"
Text: TypeAlias = Annotated[
    str, Field(max_length=TEXT_CHARS_MAX), AfterValidator(_printable), Allowed(TEXT_ALLOWED)
]
Flag: TypeAlias = Annotated[bool, Strict(), Allowed("true or false")]


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text matches a pattern."""
    return re.fullmatch(pattern.removeprefix("^").removesuffix("$"), text) is not None
