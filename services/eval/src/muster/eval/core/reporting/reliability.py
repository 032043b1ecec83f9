"""Reliability plot of a judge, as SVG. PURE."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from muster.eval.core.people.calibration import SCALE, Reliability
from muster.terminal.svg import FAINT, GRID, INK, THIS, Scale, Svg

WIDTH, HEIGHT = 480, 460

_ACROSS: Final = Scale(0.5, 5.5, 60, 450)
_DOWN: Final = Scale(0.5, 5.5, 400, 50)


def reliability_plot(title: str, points: Sequence[Reliability]) -> str:
    """Draw the mean score of people at each score of the judge; on the diagonal both agree.

    The area of a dot grows with the number of its answers, which is written beside it.

    Args:
        title: Written above the plot.
        points: Means by the judge's score.
    """
    svg = Svg(WIDTH, HEIGHT)
    svg.text((60, 28), title, bold=True)
    for score in SCALE:
        svg.line([(_ACROSS(score), _DOWN(0.5)), (_ACROSS(score), _DOWN(5.5))], GRID)
        svg.line([(_ACROSS(0.5), _DOWN(score)), (_ACROSS(5.5), _DOWN(score))], GRID)
        svg.text((_ACROSS(score), 420), str(score), anchor="middle")
        svg.text((46, _DOWN(score) + 4), str(score), anchor="end")
    svg.text((255, 444), "score of the judge", anchor="middle", colour=FAINT)
    svg.text((60, 46), "mean score of people", size=11, colour=FAINT)
    svg.line([(_ACROSS(SCALE[0]), _DOWN(SCALE[0])), (_ACROSS(SCALE[-1]), _DOWN(SCALE[-1]))], FAINT)
    svg.line([(_ACROSS(each["judge"]), _DOWN(each["people"])) for each in points], THIS)
    most = max((each["answers"] for each in points), default=1)
    for each in points:
        at = (_ACROSS(each["judge"]), _DOWN(each["people"]))
        radius = max(3, 14 * math.sqrt(each["answers"] / most))
        svg.dot(at, radius, THIS)
        svg.text((at[0] + radius + 3, at[1] + 4), str(each["answers"]), size=11, colour=INK)
    return svg.render()
