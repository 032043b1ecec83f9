"""The policy follows the drift service, and survives its failures."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from muster.sampling.policies import SamplingPolicy, policy_in
from muster.sampling.polling import PolicyPoller
from muster.testkit.api.canned_api import Answer, Api, Asked
from muster.testkit.patience import until

PATH = "/v1/drift-sampling/acme/tiny"
TEXTS = {"one_in": 7, "per_window_min": 3, "per_second_max": 2.5, "bodies": True}
WITH_TEXTS = SamplingPolicy(one_in=7, per_window_min=3, per_second_max=2.5, bodies=True)


@pytest.fixture
def api() -> Generator[Api]:
    with closing(Api()) as api:
        yield api


@pytest.fixture
def poller(api: Api, tmp_path: Path) -> Generator[PolicyPoller]:
    (tmp_path / "token").write_text("first\n")
    with closing(PolicyPoller(api.url, "acme/tiny", tmp_path / "token", every_s=0.01)) as poller:
        yield poller


def test_policy_follows_the_monitor_and_outlives_failures(api: Api, poller: PolicyPoller) -> None:
    in_force: list[SamplingPolicy] = []

    def answers(answer: Answer) -> Any:
        def reply(_: Asked) -> Answer:
            in_force.append(poller.policy)  # what the answers before have led to
            return answer

        return reply

    failures = (
        Answer(503),
        Answer(401, foreign=True),
        Answer(200, {**TEXTS, "one_in": 0}),
        Answer(200, ["no policy"], foreign=True),
        Answer(200, broken=True),
    )
    api.on(
        "GET",
        PATH,
        answers(Answer(503)),
        answers(Answer(200, TEXTS)),
        *map(answers, failures),
        answers(Answer(404, foreign=True)),
        answers(Answer(200, TEXTS | {"bodies": False, "newer": 1})),
    )
    poller.start()
    poller.start()
    until(lambda: len(in_force) >= 11, lambda: str(in_force))
    default, without = SamplingPolicy(), SamplingPolicy(one_in=7, per_window_min=3, per_second_max=2.5)
    assert in_force[:10] == [default, default, *[WITH_TEXTS] * 6, default, without]
    assert not default.bodies


def test_renewed_token_is_read_again(api: Api, poller: PolicyPoller, tmp_path: Path) -> None:
    api.on("GET", PATH, Answer(200, TEXTS))
    poller.start()
    until(lambda: bool(api.asked), "no request")
    (tmp_path / "token").write_text("second\n")
    until(lambda: api.asked[-1].headers["authorization"] == "Bearer second", "the first token is used")
    assert api.asked[0].headers["authorization"] == "Bearer first"


def test_missing_token_leaves_the_default(api: Api, tmp_path: Path) -> None:
    with closing(PolicyPoller(api.url, "acme/tiny", tmp_path / "absent", every_s=0.01)) as poller:
        poller.start()
        poller.close()
        assert poller.policy == SamplingPolicy()
        assert not api.asked


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bodies": 1}, "bodies is 1; must be of type bool"),
        ({"one_in": True}, "one_in is True; must be of type int"),
        ({"per_second_max": "2"}, "per_second_max is 2; must be of type int or float"),
        ({"per_window_min": -1}, "per_window_min is -1; must be 0 or more"),
    ],
)
def test_answer_that_is_no_policy_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="must be") as refused:
        policy_in(TEXTS | wrong)
    assert str(refused.value) == message
