"""The API."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from muster.api import Description
from muster.eval.config import Settings
from muster.eval.core.configs.documents import SET_BYTES_MAX
from muster.eval.edge.projections import TABLES
from muster.eval.edge.routes import (
    anchors,
    calibration,
    configs,
    evals,
    history,
    labelling,
    labels,
    money,
    probes,
    proposals,
    series,
    sets,
)
from muster.eval.edge.stored import GoldenSets
from muster.service.starting.api import Api
from muster.store.sealed.recipients import Sealer

DESCRIPTION: Final = Description(
    text="Whether a version may go on. Golden sets have cases; configs say how answers are scored and what "
    "they must reach; evaluations have a verdict: passed, failed, or inconclusive with what is needed.",
    tags={
        "golden sets": "Cases to answer.",
        "configs": "How versions are asked and scored, and what they must reach.",
        "evaluations": "Verdicts about versions.",
        "calibration": "Scores by people, and how a judge's scores compare with them.",
        "money": "Prices of tokens, and what automatic evaluations may cost.",
        "commands": "What became of a request.",
    },
)


def equip(app: FastAPI, settings: Settings) -> None:
    """Give the routes the store of golden sets, and the key that seals held-out cases."""
    public = settings.eval_held_out_public_key_file
    app.state.stored = GoldenSets(settings.store(), None if public is None else Sealer.from_file(public))


API: Final = Api(
    tables=TABLES,
    routers=(
        sets.router,
        proposals.router,
        history.router,
        configs.router,
        evals.router,
        money.router,
        labels.router,
        labelling.router,
        calibration.router,
        probes.router,
        anchors.router,
        series.router,
    ),
    description=DESCRIPTION,
    body_bytes_max_under={"/v1/golden-sets/": SET_BYTES_MAX},
    equip=equip,
)
