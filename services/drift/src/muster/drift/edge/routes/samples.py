"""The worst samples of an alarm, with their texts: read from the log when somebody asks.

Tables hold no texts. Samples of forgotten users are left out; what retention has taken is gone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from enum import StrEnum, auto
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, not_found, unavailable
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.document.answers import Time, answers
from muster.drift.core.quality.orders import Place
from muster.drift.edge.routes.alarms import AlarmId
from muster.drift.edge.samples import Found, at_places
from muster.events.inference_samples import SampleBody
from muster.journal import Unavailable
from muster.sampling.bodies import read_body
from muster.store import ObjectStore, StoreUnavailable
from typing_extensions import TypedDict

_log = logging.getLogger(__name__)

router = APIRouter(tags=["alarms"])


class TextsState(StrEnum):
    """State of a sample's texts."""

    KEPT = auto()
    GONE = auto()
    NONE = auto()


class MessageAnswer(TypedDict):
    """A message."""

    role: str
    content: str


class SampleAnswer(TypedDict):
    """A sample with a low score, as far as the log still has it."""

    sample: str
    score: Annotated[float, "0 to 1."]
    at: Time
    texts: Annotated[
        TextsState, "kept: they follow. gone: retention has taken them. none: the server kept none."
    ]
    model: Annotated[str | None, "Model of the request; null: the sample is gone."]
    latency_ms: int | None
    conversation: list[MessageAnswer] | None
    answer: str | None
    sources: list[str] | None


class SamplesAnswer(TypedDict):
    """Samples of an alarm, the lowest score first; those of forgotten users are left out."""

    alarm: str
    text: str
    samples: list[SampleAnswer]


def _bodies_of(request: Request) -> ObjectStore:
    found: ObjectStore = request.app.state.bodies
    return found


Bodies = Annotated[ObjectStore, Depends(_bodies_of)]


class _Worst(TypedDict):
    repository: str
    text: str
    worst: list[dict[str, Any]]


class _Forgotten(TypedDict):
    subject: str


@router.get(
    "/v1/drift-alarms/{alarm}/samples",
    summary="Read the worst samples of an alarm",
    dependencies=[NOT_OLDER],
    responses=answers({200: SamplesAnswer}, 404, 503),
)
async def read_samples(alarm: AlarmId, caller: Caller, gateway: Gateway, bodies: Bodies) -> SamplesAnswer:
    """Read their texts, redacted as the server kept them."""
    found = await gateway.tables.rows(_Worst, _WORST, {"tenant": caller.tenant, "alarm": alarm})
    if not found:
        raise not_found("alarm", alarm)
    row = found[0]
    places = [
        Place(sample=each["sample"], partition=each["partition"], offset=each["offset"])
        for each in row["worst"]
    ]
    try:
        samples = await run_in_threadpool(at_places, gateway.log.journal, places)
        # The list is read after the samples: a user who is forgotten meanwhile is on it.
        now = {"tenant": caller.tenant, "now_ms": gateway.log.clock.now_ms()}
        users = await gateway.tables.rows(_Forgotten, _FORGOTTEN, now)
        forgotten = {each["subject"] for each in users}
        texts = await run_in_threadpool(_texts, bodies, samples, forgotten)
    except (Unavailable, StoreUnavailable) as error:
        raise unavailable(str(error)) from error
    return {
        "alarm": alarm,
        "text": row["text"],
        "samples": list(_answers(row, samples, texts, forgotten)),
    }


def _answers(
    row: _Worst, samples: Mapping[str, Found], texts: Mapping[str, SampleBody], forgotten: set[str]
) -> Sequence[SampleAnswer]:
    shown: list[SampleAnswer] = []
    for each in row["worst"]:
        found = samples.get(each["sample"])
        if found is not None and found.sample.repository != row["repository"]:
            found = None
        if found is not None and found.sample.subject in forgotten:
            continue
        body = None if found is None else texts.get(each["sample"])
        shown.append(
            {
                "sample": each["sample"],
                "score": each["score"],
                "at": each["at_ms"],
                "texts": _state(found, body),
                "model": None if found is None else found.sample.model,
                "latency_ms": None if found is None else found.sample.latency_ms,
                "conversation": None
                if body is None
                else [{"role": one.role, "content": one.content} for one in body.conversation],
                "answer": None if body is None else body.answer,
                "sources": None if body is None else list(body.sources),
            }
        )
    return shown


def _texts(store: ObjectStore, samples: Mapping[str, Found], forgotten: set[str]) -> dict[str, SampleBody]:
    """Return texts by sample, but those of forgotten users.

    Raises:
        StoreUnavailable: S3 does not answer.
    """
    texts: dict[str, SampleBody] = {}
    for sample, found in samples.items():
        if found.sample.subject in forgotten:
            continue
        try:
            body = read_body(store, found.sample)
        except ValueError:
            _log.warning("sample %s has no readable texts", sample, exc_info=True)
            continue
        if body is not None:
            texts[sample] = body
    return texts


def _state(found: Found | None, body: SampleBody | None) -> TextsState:
    if body is not None:
        return TextsState.KEPT
    return TextsState.GONE if found is None or found.sample.body_key else TextsState.NONE


_WORST: Final = """
SELECT repository, text, coalesce(worst, '[]'::jsonb) AS worst
FROM alarms WHERE tenant = %(tenant)s AND alarm = %(alarm)s
"""

_FORGOTTEN: Final = """
SELECT subject FROM forgotten_users WHERE tenant = %(tenant)s AND until_ms > %(now_ms)s
"""
