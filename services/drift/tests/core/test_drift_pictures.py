"""A chart's picture: points, statistic, limits, baseline, alarms, and times without values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree as ET

from muster.drift.core.pictures import (
    PLOTS_MAX,
    Plot,
    Span,
    chart_page,
    gaps,
    picture,
    plots_of,
    span_of,
    ticks,
)
from muster.jobs.values.quantities import format_time, parse_time
from muster.terminal.svg import ALARM, BASELINE, FAINT, LIMIT

SVG = "{http://www.w3.org/2000/svg}"
HOUR_MS = 3_600_000
BEGIN_MS = parse_time("2026-11-29T06:00:00Z")
SERIES = {"commit": "4f1c0de9a8b7", "task": "chat", "segment": "de"}
EVIL = "<script>alert(1)</script>\x1b[31m"


def subgroup(number: int, *points: dict[str, Any]) -> dict[str, Any]:
    """An hour of the series."""
    start_ms = BEGIN_MS + number * HOUR_MS
    return {**SERIES, "start": start_ms, "end": start_ms + HOUR_MS, "points": list(points)}


def point(value: float | None, statistic: float | None = None, **changed: Any) -> dict[str, Any]:
    """The quality of a subgroup."""
    limits = {"low": -1.0, "high": 1.2} if statistic is not None else {"low": None, "high": None}
    state = "WATCHED" if statistic is not None else "LEARNING"
    found = {"measure": "quality", "state": state, "value": value, "statistic": statistic, **limits}
    return found | changed


def chart(**changed: Any) -> dict[str, Any]:
    """The chart of quality."""
    return {**SERIES, "measure": "quality", "center": 0.82, "baseline": 0.86, **changed}


def alarm(**changed: Any) -> dict[str, Any]:
    """Quality fell in the eighth hour."""
    return {
        **SERIES,
        "alarm": "drift-1",
        "measure": "quality",
        "began_after": BEGIN_MS + 6 * HOUR_MS,
        "began_before": BEGIN_MS + 8 * HOUR_MS,
        "at": BEGIN_MS + 9 * HOUR_MS,
        "ended": None,
        "text": "quality fell",
        **changed,
    }


SUBGROUPS = [
    *(subgroup(number, point(0.82)) for number in range(3)),
    subgroup(3, point(0.81, 0.1)),
    subgroup(4),
    subgroup(5, point(0.83, 0.2)),
    subgroup(6, point(0.8, state="TOO_FEW")),
    subgroup(7, point(0.5, -0.9)),
    subgroup(8, point(0.4, -1.6)),
    subgroup(9),
]


def plots(**changed: Any) -> list[Plot]:
    """The charts of the series."""
    return plots_of([chart(**changed)], SUBGROUPS, [alarm()])


def drawn(found: list[Plot], span: Span | None = None) -> ET.Element:
    """The picture, parsed."""
    return ET.fromstring(picture("acme/answers", found, span or span_of(SUBGROUPS)))


def having(elements: Iterable[ET.Element], colour: str) -> list[ET.Element]:
    """Elements of a colour."""
    return [each for each in elements if colour in (each.get("fill"), each.get("stroke"))]


def words(root: ET.Element) -> list[str]:
    """All texts of a picture."""
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_times_without_values_are_gaps_also_at_the_end() -> None:
    [found] = plots()
    holes = gaps(found.points, span_of(SUBGROUPS))
    assert [(each.start_ms - BEGIN_MS) // HOUR_MS for each in holes] == [4, 9]
    assert [(each.end_ms - BEGIN_MS) // HOUR_MS for each in holes] == [5, 10]
    grey = having(drawn([found]).iter(f"{SVG}rect"), FAINT)
    assert len(grey) == 2 * 2 + 1, "each gap in both fields, and the legend"


def test_the_statistic_is_drawn_between_its_limits_and_breaks_where_nothing_was_compared() -> None:
    root = drawn(plots())
    dashed = [each for each in root.iter(f"{SVG}polyline") if each.get("stroke-dasharray")]
    limits = having(dashed, LIMIT)
    assert len(limits) == 3 * 2 + 1, "three runs with two limits each, and the legend"
    assert [len((each.get("points") or "").split()) for each in limits[:6]] == [1, 1, 1, 1, 2, 2]
    assert len(having(dashed, BASELINE)) == 2, "the baseline, and the legend"
    assert len(having(root.iter(f"{SVG}circle"), ALARM)) == 1, "the subgroup beyond the limit"


def test_an_alarm_is_marked_where_it_was_raised_and_shaded_where_the_change_began() -> None:
    root = drawn(plots())
    [above, below] = having(root.iter(f"{SVG}rect"), ALARM)
    across = 700 / 10
    for each in (above, below):
        assert abs(float(each.get("x") or 0) - (80 + 6 * across)) < 0.1
        assert abs(float(each.get("width") or 0) - 2 * across) < 0.1
    [line] = [each for each in having(root.iter(f"{SVG}polyline"), ALARM)]
    assert (line.get("points") or "").startswith(f"{80 + 9 * across:g},")
    assert "1  drift-1, open: quality fell" in words(root)


def test_alarms_about_the_judge_and_the_gap_are_on_the_chart_of_quality() -> None:
    judge = alarm(alarm="j", measure="judge", task="", segment="", text="the judge has moved")
    found = [judge, alarm(alarm="g", measure="gap"), alarm(alarm="r", measure="refusals")]
    before = alarm(alarm="b", at=BEGIN_MS - 1)
    elsewhere = alarm(alarm="e", task="other")
    [plot] = plots_of([chart()], SUBGROUPS, [*found, before, elsewhere])
    assert [each.alarm for each in plot.marks] == ["g", "j"]


def test_a_learning_chart_says_that_it_has_no_limits_yet() -> None:
    [plot] = plots_of([], SUBGROUPS[:3], [])
    assert (plot.center, plot.baseline) == (None, None)
    assert "learning: no limits yet" in words(drawn([plot], span_of(SUBGROUPS[:3])))


def test_measures_are_chosen_and_in_their_usual_order() -> None:
    several = [subgroup(0, point(0.8), point(0.1, measure="errors"), point(7.0, measure="latency"))]
    assert [each.measure for each in plots_of([], several, [])] == ["errors", "latency", "quality"]
    assert [each.measure for each in plots_of([], several, [], "latency")] == ["latency"]
    assert "1,096" in words(drawn(plots_of([], several, [], "latency"), span_of(several)))


def test_the_time_axis_names_round_moments_in_utc() -> None:
    for hours in (1, 7, 100, 2_000, 50_000):
        span = Span(BEGIN_MS + 12_345, BEGIN_MS + 12_345 + hours * HOUR_MS)
        found = ticks(span)
        assert 2 <= len(found) <= 9
        assert span.start_ms <= found[0]
        assert found[-1] <= span.end_ms
        assert len({each - other for each, other in zip(found[1:], found, strict=False)}) == 1
    assert [format_time(each)[11:16] for each in ticks(Span(BEGIN_MS, BEGIN_MS + 4 * HOUR_MS))][:2] == [
        "06:00",
        "06:30",
    ]
    assert "UTC" in words(drawn(plots()))


def test_a_page_has_a_picture_and_tables_of_charts_and_alarms() -> None:
    page = ET.fromstring(
        chart_page("acme/answers", plots(), span_of(SUBGROUPS)).replace("<!DOCTYPE html>", "")
    )
    assert len(list(page.iter(f"{SVG}svg"))) == 1
    assert "mean score of the judge" in "".join(page.itertext())
    assert "2026-11-29 12:00 and 2026-11-29 14:00" in "".join(page.itertext())
    cells = ["".join(each.itertext()) for each in page.iter("td")]
    assert cells[2:6] == ["0.82", "0.86", "0.40", "2026-11-29 15:00"]


def test_names_from_samples_are_text_of_a_picture_and_nothing_else() -> None:
    hostile = [{**each, "task": EVIL} for each in SUBGROUPS]
    found = plots_of([chart(task=EVIL)], hostile, [alarm(task=EVIL, text=EVIL)])
    for written in (
        picture(EVIL, found, span_of(hostile)),
        chart_page(EVIL, found, span_of(hostile)).replace("<!DOCTYPE html>", ""),
    ):
        root = ET.fromstring(written)
        assert not [each for each in root.iter() if each.tag.endswith("script")]
        assert "<script>alert(1)</script>\\x1b[31m" in "".join(root.itertext())


def test_a_picture_of_many_charts_says_how_many_it_leaves_out() -> None:
    many = [{**SUBGROUPS[0], "segment": f"s{number:02}"} for number in range(PLOTS_MAX + 3)]
    found = plots_of([], many, [])
    assert "3 more charts; choose a version or a measure" in words(drawn(found, span_of(many)))


def test_a_model_without_values_has_a_picture() -> None:
    assert "nothing is measured" in words(drawn([], span_of([])))
    assert "Nothing is measured" in chart_page("acme/answers", [], span_of([]))
