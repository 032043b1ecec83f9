"""Judged samples as callers read them: real Postgres and S3, facts and samples in memory."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import httpx
import pytest
from muster.drift.config import Settings
from muster.drift.core.documents import DAY_MS, canonical, parse_monitor
from muster.drift.core.sums import NOTHING_COUNTED, Counted, of_sample
from muster.drift.core.windows import OPEN_SCHEMA, open_window
from muster.drift.edge.http import API
from muster.events.drift_events import (
    AnchorsCompared,
    AnchorScore,
    AnchorsMissing,
    BaselineScored,
    ChartDesigned,
    ChartPoint,
    ColumnShift,
    DriftAlarmRaised,
    GapMeasured,
    InputsCompared,
    MonitorSet,
    NewCategory,
    PointState,
    QualityMeasured,
    RollbackAsked,
    ShiftVerdict,
    Side,
    SubgroupMeasured,
    UserForgotten,
    WorstSample,
)
from muster.events.inference_samples import InferenceSampled, SampleBody, SampleMessage
from muster.events.topics import DRIFT_EVENTS, INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.jobs.values.quantities import format_time
from muster.journal import MemoryJournal, Outgoing, SystemClock
from muster.journal.windows.rows import WindowRow
from muster.sampling.bodies import store_body
from muster.store import ObjectStore
from muster.terminal.pages import POLICY
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline
from muster.views.windows import WindowTable

pytestmark = [pytest.mark.stack]

MODEL: Final = "acme/tiny"
COMMIT: Final = "4f1c0de9" * 5
SERIES: Final[dict[str, Any]] = {
    "repository": MODEL,
    "commit": COMMIT,
    "task": "chat",
    "segment": "de",
    "tenant": "acme",
}
BASELINE: Final[dict[str, Any]] = {
    "repository": MODEL,
    "commit": COMMIT,
    "config": "release",
    "tenant": "acme",
}
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
NOW_MS: Final = SystemClock().now_ms()
# Subgroups end half an hour away from a day ago: those of the last day stay the same for half an hour.
BEGIN_MS: Final = NOW_MS - NOW_MS % MINUTE_MS - 30 * HOUR_MS - HOUR_MS // 2
ANN, BEN, CID = "ab" * 16, "cd" * 16, "ef" * 16
BODY: Final = SampleBody(
    conversation=(SampleMessage(role="user", content="How long?"),), answer="Four days.", sources=("manual",)
)


def fact(payload: Any, topic: Topic = DRIFT_EVENTS, key: str = MODEL) -> Outgoing:
    """A record of a topic."""
    envelope = Envelope(
        event_id=sha256(str(payload).encode()).hexdigest(),
        key=key,
        occurred_at_ms=BEGIN_MS,
        producer="test",
        correlation_id="c",
        payload=payload,
    )
    return Outgoing(topic, envelope)


def sample(name: str, **changed: Any) -> InferenceSampled:
    """A sample of the model."""
    fields: dict[str, Any] = {
        "sample": name,
        "repository": MODEL,
        "commit": COMMIT,
        "model": "tiny-chat",
        "task": "chat",
        "segment": "de",
        "template": "",
        "one_in": 1,
        "status": 200,
        "finish_reason": "stop",
        "latency_ms": 120,
        "characters_in": 9,
        "characters_out": 10,
        "script": "Latin",
        "refused": False,
        "subject": "",
        "redactions": 0,
        "body": BODY,
    }
    return InferenceSampled(**(fields | changed))


def subgroup(number: int, point: ChartPoint | None, **changed: Any) -> list[Outgoing]:
    """An hour of the series, and what the judge said of it."""
    start_ms = BEGIN_MS + number * HOUR_MS
    times: dict[str, Any] = {"start_ms": start_ms, "end_ms": start_ms + HOUR_MS}
    fields: dict[str, Any] = {
        "points": () if point is None else (point,),
        "judged": 20,
        "unjudged": 0,
        "judge_hash": "7c" * 32,
        "worst": (),
        "cost_micros": 250_000,
        "reason": "",
    }
    measured = SubgroupMeasured(**SERIES, **times, samples=40, seen=40_000, dropped=0, points=())
    return [fact(measured), fact(QualityMeasured(**SERIES, **times, **(fields | changed)))]


def quality(value: float, statistic: float | None) -> ChartPoint:
    """The quality of a subgroup."""
    limits = {} if statistic is None else {"low": -1.0, "high": 1.2}
    state = PointState.LEARNING if statistic is None else PointState.WATCHED
    return ChartPoint(
        measure="quality", state=state, count=20, value=value, deviation=0.1, statistic=statistic, **limits
    )


@pytest.fixture(scope="module")
def settings(endpoints: Mapping[str, str]) -> Settings:
    return offline(
        Settings, **{name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    )


def samples_of(settings: Settings) -> list[InferenceSampled]:
    """Samples with texts in the record, in S3, of another user there, gone, or not kept."""
    large = sample("large", subject=CID, body=None)
    key = store_body(ObjectStore(settings.store()), large, BODY, NOW_MS)
    return [
        sample("kept", subject=CID),
        sample("ann", subject=ANN),
        sample("ben", subject=BEN),
        sample("large", subject=CID, body=None, body_key=key),
        sample("lost", subject=CID, body=None, body_key=key.replace("large", "lost")),
        sample("stolen", subject=BEN, body=None, body_key=key),
        sample("bare", body=None),
        sample("foreign", repository="other/tiny"),
    ]


def worst_of(records: Sequence[Outgoing]) -> tuple[WorstSample, ...]:
    """The samples by their places, and one that retention has taken."""
    producer = MemoryJournal().producer("test")
    places = [producer.send(each).result(60) for each in records]
    worst = [
        WorstSample(
            sample=each.envelope.payload.sample,
            score=n / 10,
            at_ms=BEGIN_MS,
            partition=at.partition,
            offset=at.offset,
        )
        for n, (each, at) in enumerate(zip(records, places, strict=True))
    ]
    gone = WorstSample(sample="old", score=0.9, at_ms=BEGIN_MS, partition=0, offset=7_000)
    return (*worst, gone)


def inputs_of(number: int) -> InputsCompared:
    """Inputs of ten hours of the series."""
    template = ColumnShift(
        column="template",
        verdict=ShiftVerdict.LARGE,
        psi=0.61,
        psi_by_chance=0.01,
        p_value=0.0,
        reference_samples=400,
        samples=390 + number,
        reference_unknown=0,
        unknown=10,
        new=(NewCategory(name="9f" * 32, share=0.41),),
        reasons=("values", "new-category"),
    )
    return InputsCompared(
        **SERIES,
        start_ms=BEGIN_MS + number * HOUR_MS,
        end_ms=BEGIN_MS + (number + 10) * HOUR_MS,
        reference_start_ms=BEGIN_MS - 10 * HOUR_MS,
        subgroups=10,
        columns=(template,),
    )


def alarm_of(worst: tuple[WorstSample, ...]) -> DriftAlarmRaised:
    """The alarm that names them."""
    return DriftAlarmRaised(
        **SERIES,
        alarm="drift-1",
        measure="quality",
        side=Side.LOW,
        center=0.82,
        value=0.4,
        size=-2.0,
        began_ms=BEGIN_MS + 20 * HOUR_MS,
        began_after_ms=BEGIN_MS + 19 * HOUR_MS,
        began_before_ms=BEGIN_MS + 21 * HOUR_MS,
        at_ms=BEGIN_MS + 25 * HOUR_MS,
        run_length=4_000.0,
        text="quality fell",
        worst=worst,
    )


def facts_of(alarm: DriftAlarmRaised) -> list[Any]:
    """The monitor, its chart and baseline, the alarm, and users who are forgotten."""
    until_ms = {ANN: NOW_MS + DAY_MS, BEN: NOW_MS - 1}
    document = canonical(parse_monitor({"sampling": {"bodies": True}, "judge": {"config": "release"}}))
    by_ann = {"repository": MODEL, "tenant": "acme", "requested_by": "acme/ann"}
    return [
        MonitorSet(document=document, digest="d", **by_ann),
        BaselineScored(
            **BASELINE,
            run="r",
            judge_hash="7c" * 32,
            mean=0.86,
            deviation=0.12,
            scores=(AnchorScore(case="c", task="chat", score=0.86),),
            at_ms=BEGIN_MS,
        ),
        AnchorsCompared(
            **BASELINE, run="a", cases=50, difference=0.01, p_value=0.4, moved=False, at_ms=BEGIN_MS
        ),
        AnchorsMissing(**BASELINE, reason="eval has not answered within 2 hours"),
        ChartDesigned(
            **SERIES,
            measure="quality",
            center=0.82,
            spread=0.1,
            subgroups=10,
            samples=200,
            smoothing=0.1,
            low_limit=2.5,
            high_limit=3.0,
            run_length=4_000.0,
        ),
        GapMeasured(**SERIES, baseline=0.86, established=0.82, size=-0.4, uncertainty=0.1),
        *(inputs_of(number) for number in (0, 10)),
        alarm,
        RollbackAsked(repository=MODEL, commit=COMMIT, alarm="drift-1", reason="quality fell", tenant="acme"),
        *(
            UserForgotten(user=user, until_ms=at_ms, tenant="acme", requested_by="acme/ann")
            for user, at_ms in until_ms.items()
        ),
    ]


@pytest.fixture(scope="module")
def url(settings: Settings) -> Generator[str]:
    """The API over thirty hours of a judged series, with an alarm."""
    records = [fact(each, INFERENCE_SAMPLES) for each in samples_of(settings)]
    facts = [fact(each) for each in facts_of(alarm_of(worst_of(records)))]
    hours = [
        each
        for n in range(28)
        for each in subgroup(n, quality(0.82 if n < 20 else 0.4, None if n < 10 else 0.1 - 0.2 * (n >= 20)))
    ]
    last = subgroup(28, None, judged=0, unjudged=20, cost_micros=0, reason="today's limit is spent")
    with serve_declared(API, settings, [*records, *facts, *hours, *last]) as url:
        yield url


@pytest.fixture(scope="module")
def home(endpoints: Mapping[str, str]) -> Path:
    return Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent


def read(url: str, home: Path, path: str, tenant: str = "acme") -> httpx.Response:
    """An answer to somebody of an organisation."""
    token = mint(home, subject="eva", tenant=tenant, roles=["viewer"], ttl_s=600)
    return httpx.get(url + path, headers={"Authorization": f"Bearer {token}"}, timeout=30)


def test_charts_say_what_the_judge_found_and_what_it_cost_in_a_day(url: str, home: Path) -> None:
    found = read(url, home, f"/v1/drift-models/{MODEL}/charts").json()
    [baseline], [chart] = found["baselines"], found["charts"]
    assert (baseline["mean"], baseline["cases"], baseline["config"]) == (0.86, 1, "release")
    assert (baseline["moved"], baseline["compared"]) == (False, format_time(BEGIN_MS))
    assert baseline["unchecked"] == "eval has not answered within 2 hours"
    assert (chart["baseline"], chart["gap"], chart["gap_uncertainty"]) == (0.86, -0.4, 0.1)
    last = found["subgroups"][-1]
    assert (last["judged"], last["unjudged"], last["points"]) == (0, 20, [])
    assert last["unjudged_reason"] == "today's limit is spent"
    first_ms = NOW_MS - DAY_MS - BEGIN_MS
    within = sum((n + 1) * HOUR_MS > first_ms for n in range(28))
    assert found["cost_day"] == pytest.approx(0.25 * within)


def test_charts_have_the_comparison_of_the_last_inputs(url: str, home: Path) -> None:
    [found] = read(url, home, f"/v1/drift-models/{MODEL}/charts").json()["inputs"]
    assert (found["start"], found["subgroups"]) == (format_time(BEGIN_MS + 10 * HOUR_MS), 10)
    [shift] = found["shifts"]
    assert (shift["column"], shift["verdict"], shift["psi"]) == ("template", "LARGE", 0.61)
    assert (shift["samples"], shift["unknown"]) == (400, 10)
    assert shift["new"] == [{"name": "9f" * 32, "share": 0.41}]


def test_samples_in_open_windows_are_counted_before_they_are_measured(
    url: str, home: Path, settings: Settings
) -> None:
    def row(partition: int, start_ms: int, repository: str = MODEL) -> WindowRow:
        counted = NOTHING_COUNTED
        for n in range(3):
            counted += Counted(of_sample(sample(f"s{n}")))
        return WindowRow(
            series="drift",
            key=json.dumps([repository, COMMIT, "chat", "de"]),
            partition=partition,
            start_ms=start_ms,
            end_ms=start_ms + 60_000,
            value=counted,
            events=3,
            version=1,
        )

    now_ms = SystemClock().now_ms()
    open_ms = now_ms - now_ms % 60_000
    old_ms = open_ms - 3 * 60_000
    with closing(WindowTable(settings.postgres_dsn, schema=OPEN_SCHEMA, json_of=open_window)) as table:
        table.prepare()
        table.write([row(0, open_ms), row(1, open_ms), row(0, old_ms), row(0, open_ms, "acme/tiny2")])
    [found] = read(url, home, f"/v1/drift-models/{MODEL}/charts").json()["open"]
    assert (found["commit"], found["task"], found["segment"]) == (COMMIT, "chat", "de")
    assert (found["samples"], found["start"]) == (6, format_time(open_ms))


def test_an_alarm_names_its_worst_samples_and_the_rollback_it_asks_for(url: str, home: Path) -> None:
    found = read(url, home, "/v1/drift-alarms/drift-1").json()
    assert found["rollback"] is True
    assert found["worst"][0] == {"sample": "kept", "score": 0.0, "at": format_time(BEGIN_MS)}
    assert len(found["worst"]) == 9
    assert read(url, home, "/v1/drift-alarms").json()["items"] == [found]


def test_a_chart_is_drawn_as_svg_and_as_a_page_that_loads_nothing(url: str, home: Path) -> None:
    path = f"/v1/drift-models/{MODEL}/charts/plot"
    picture = read(url, home, path)
    assert picture.headers["content-type"] == "image/svg+xml"
    written = "".join(ET.fromstring(picture.text).itertext())
    assert "4f1c0de chat de: mean score of the judge" in written
    assert "drift-1, open: quality fell" in written
    page = read(url, home, f"{path}?format=html&measure=quality")
    assert page.headers["content-security-policy"] == f"{POLICY}; frame-ancestors 'none'; sandbox"
    assert "<svg" in page.text
    assert "nothing is measured" in read(url, home, f"{path}?measure=refusals").text
    assert read(url, home, f"{path}?measure=other").status_code == 422
    assert read(url, home, "/v1/drift-models/acme/other/charts/plot").status_code == 404


def test_texts_of_samples_are_shown_and_those_of_forgotten_users_are_not(url: str, home: Path) -> None:
    found = read(url, home, "/v1/drift-alarms/drift-1/samples").json()
    states = {each["sample"]: each["texts"] for each in found["samples"]}
    assert states == {
        "kept": "kept",
        "ben": "kept",  # the time of being forgotten is over
        "large": "kept",
        "lost": "gone",
        "stolen": "gone",  # it names the texts of another user
        "bare": "none",
        "foreign": "gone",
        "old": "gone",
    }
    kept, large = found["samples"][0], found["samples"][2]
    for each in (kept, large):
        assert each["conversation"] == [{"role": "user", "content": "How long?"}]
        assert (each["answer"], each["sources"]) == ("Four days.", ["manual"])
    assert (kept["model"], kept["score"], kept["at"]) == ("tiny-chat", 0.0, format_time(BEGIN_MS))
    assert {found["samples"][-1][each] for each in ("model", "conversation", "answer", "sources")} == {None}


def test_samples_of_another_organisation_are_not_found(url: str, home: Path) -> None:
    for path in ("/v1/drift-alarms/drift-1/samples", "/v1/drift-alarms/drift-1"):
        assert read(url, home, path, tenant="other").status_code == 404
    assert read(url, home, "/v1/drift-alarms/drift-2/samples").status_code == 404


def test_a_simulation_has_the_cost_of_judging_if_it_knows_the_price(url: str, home: Path) -> None:
    monitor = {"judge": {"config": "release"}, "sampling": {"bodies": True}, "series_max": 1}

    def simulated(query: str) -> httpx.Response:
        token = mint(home, subject="eva", tenant="acme", roles=["viewer"], ttl_s=600)
        return httpx.post(
            f"{url}/v1/drift-simulations?samples_per_minute=4{query}",
            json=monitor,
            headers={"Authorization": f"Bearer {token}"},
            timeout=60,
        )

    unpriced = simulated("").json()["judging"]
    assert (unpriced["daily_usd"], unpriced["verdicts_min"], unpriced["verdicts_max"]) == (5.0, 2, 3)
    assert unpriced["costs"][0] == {"what": "samples", "answers": 2_880, "low_usd": None, "high_usd": None}
    priced = simulated("&input_usd=1&output_usd=0&sample_tokens=700").json()["judging"]["costs"]
    assert (priced[0]["low_usd"], priced[0]["high_usd"]) == pytest.approx((5.76, 8.64))
    refused = simulated("&input_usd=1")
    assert (refused.status_code, "output_usd" in refused.text) == (422, True)
