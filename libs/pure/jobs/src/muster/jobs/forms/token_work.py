"""TokenWorkRequest: the tokens of a shared replica by consumer, with its conversion to the command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from muster.events.metering_commands import RecordTokenWork, TokenWork
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.forms.rates import Moment
from muster.jobs.values.quantities import format_time
from muster.jobs.values.rules import JOB_ID_PATTERN, Allowed, Name, pattern, refuse, whole
from pydantic import Field, model_validator

CONSUMERS_MAX: Final = 1_000
TOKENS_MAX: Final = 10**15

_CONSUMERS_ALLOWED: Final = f"a list of 1 to {CONSUMERS_MAX} consumers"
_HOUR_MS: Final = 3_600_000


class TokenWorkOfConsumer(Form):
    """Tokens of a replica for one consumer."""

    meant: ClassVar[Mapping[str, str]] = {
        "input_tokens": "prompt_tokens",
        "completion_tokens": "output_tokens",
    }

    consumer: Name
    """Name of a team, a user or an application."""
    prompt_tokens: Annotated[int, *whole(0, TOKENS_MAX)]
    """Tokens that it read."""
    output_tokens: Annotated[int, *whole(0, TOKENS_MAX)]
    """Tokens that it wrote."""


class TokenWorkRequest(Form):
    """Tokens of a shared replica in one hour, by consumer."""

    meant: ClassVar[Mapping[str, str]] = {"job": "job_id", "hour": "starts_at", "items": "consumers"}

    job_id: Annotated[str, *pattern(JOB_ID_PATTERN, "job- and 4 to 60 of a-z 0-9 and -")]
    """Job id of the replica."""
    starts_at: Moment
    """Start of the hour, UTC."""
    consumers: Annotated[
        tuple[TokenWorkOfConsumer, ...],
        Field(max_length=CONSUMERS_MAX),
        Allowed(_CONSUMERS_ALLOWED),
    ]
    """Each consumer once; replaces what was reported for the same hour before."""

    @model_validator(mode="after")
    def _starts_with_an_hour(self) -> Self:
        if self.starts_at % _HOUR_MS:
            raise refuse(field="starts_at", value=format_time(self.starts_at), allowed="a full hour, UTC")
        return self

    @model_validator(mode="after")
    def _each_consumer_once(self) -> Self:
        if not self.consumers:
            raise refuse(field="consumers", value="[]", allowed=_CONSUMERS_ALLOWED)
        first: dict[str, int] = {}
        for n, each in enumerate(self.consumers):
            if each.consumer in first:
                allowed = f"named once; consumers[{first[each.consumer]}] is the same"
                raise refuse(field=f"consumers[{n}].consumer", value=each.consumer, allowed=allowed)
            first[each.consumer] = n
        return self


def to_token_work(request: TokenWorkRequest, tenant: str, requested_by: str) -> RecordTokenWork:
    """The command for the log."""
    return RecordTokenWork(
        job_id=request.job_id,
        tenant=tenant,
        starts_at_ms=request.starts_at,
        consumers=tuple(
            TokenWork(
                consumer=each.consumer, prompt_tokens=each.prompt_tokens, output_tokens=each.output_tokens
            )
            for each in request.consumers
        ),
        requested_by=requested_by,
    )


def token_work_violations(command: RecordTokenWork) -> tuple[Violation, ...]:
    """All violations of a command by itself, named by the record's fields."""
    asked: dict[str, Any] = {
        "job_id": command.job_id,
        "starts_at": _time(command.starts_at_ms),
        "consumers": [each.to_datum() for each in command.consumers],
    }
    try:
        filled(TokenWorkRequest, asked)
    except InvalidDocument as error:
        recorded = {"starts_at": "starts_at_ms"}
        return tuple(
            Violation(field=recorded.get(v.field, v.field), value=v.value, allowed=v.allowed)
            for v in error.violations
        )
    return ()


def token_work_violation_as_written(violation: Violation) -> Violation:
    """A violation that names a record's fields, in the words of the request."""
    field = "starts_at" if violation.field == "starts_at_ms" else violation.field
    return Violation(field=field, value=violation.value, allowed=violation.allowed)


def _time(at_ms: int) -> str:
    """Return a time as people write it; numbers out of range unchanged, so that the form refuses them."""
    return format_time(at_ms) if 0 <= at_ms < _YEAR_10000_MS else str(at_ms)


_YEAR_10000_MS: Final = 253_402_300_800_000
