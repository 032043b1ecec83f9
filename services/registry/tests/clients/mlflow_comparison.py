"""Run steps with a stock mlflow against a server and print their outcomes as JSON, equal for all servers.

    mlflow_comparison.py UNIQUE

Left out is what Muster answers and MLflow refuses (IN on parameters and tags), and what MLflow answers with
500 (another name for a deleted experiment).
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from mlflow import MlflowClient
from mlflow.entities import ViewType
from mlflow.exceptions import MlflowException

client = MlflowClient()
unique = sys.argv[1]
told: dict[str, Any] = {}

FILTERS = [
    "metrics.acc > 0.9",
    "metrics.acc < 0.9",
    "metrics.acc = 0.7",
    "metrics.acc != 0.7",
    "metrics.acc IN (0.7)",
    "metrics.acc LIKE '0.7'",
    "metrics.acc = 'nan'",
    "metrics.acc > 'x'",
    "attributes.start_time IN (1)",
    "attributes.start_time > '1'",
    "attributes.start_time > 0",
    "attributes.status > 'A'",
    "attributes.status = 'RUNNING'",
    "attributes.run_id IN ('x')",
    "attributes.run_id NOT IN ('x')",
    "attributes.nonsense = 'x'",
    "params.lr = '0.1'",
    "params.lr LIKE '0._'",
    "params.lr > '0'",
    "tags.t ILIKE 'A%'",
    "tags.t LIKE 'A%'",
    "tags.t IS NULL",
    "tags.t IS NOT NULL",
    "tags.t != 'abc'",
    "tags.t = 'abc' AND metrics.acc > 0.5",
    "tags.t = 'abc' OR metrics.acc > 0.5",
    "status IN (",
]


def tell(name: str, step: Callable[[], Any]) -> None:
    """Record the result of a step, or its refusal."""
    try:
        told[name] = step()
    except MlflowException as error:
        told[name] = f"refused: {error.get_http_status_code()}"


def names(
    experiment: str, filter_string: str = "", view: int = ViewType.ACTIVE_ONLY, **order: Any
) -> list[str]:
    """Return the names of the runs that a search finds, in order."""
    found = client.search_runs([experiment], filter_string, view, **order)
    return [run.info.run_name for run in found]


def models(experiment: str, filter_string: str = "", **order: Any) -> list[str]:
    """Return the names of the logged models that a search finds, in order."""
    found = client.search_logged_models([experiment], filter_string, **order)
    return [model.name for model in found]


def filters_and_orders() -> None:
    """Search runs of which one logged NaN, and one no metric."""
    experiment = client.create_experiment(f"filters {unique}")
    for at, (name, value) in enumerate({"low": 0.5, "nan": float("nan"), "high": 0.95, "none": None}.items()):
        run = client.create_run(experiment, start_time=1_000 + at, run_name=name).info.run_id
        model = client.create_logged_model(experiment, name, source_run_id=run)
        client.log_param(run, "lr", "0.1")
        if value is not None:
            client.log_metric(run, "acc", value)
            client.log_metric(run, "of_model", value, model_id=model.model_id)
            client.set_tag(run, "t", "abc" if name == "low" else "xyz")
    for text in FILTERS:
        tell(f"runs: {text}", lambda text=text: sorted(names(experiment, text)))
    for way in ("ASC", "DESC"):
        tell(f"runs by acc {way}", lambda way=way: names(experiment, order_by=[f"metrics.acc {way}"]))
    for text in ("metrics.of_model > 0.9", "metrics.of_model IN (0.5)", "creation_timestamp IN (1)"):
        tell(f"models: {text}", lambda text=text: sorted(models(experiment, text)))
    for text in (
        "creation_time IN (1)",
        "creation_time > 'x'",
        "name > 'a'",
        "metrics.a = 1",
    ):
        tell(f"experiments: {text}", lambda text=text: len(client.search_experiments(filter_string=text)))
    for text in ("version_number IN (1)", "name > 'a'", "name = 'no such'"):
        tell(f"versions: {text}", lambda text=text: len(client.search_model_versions(text)))


def deleted_experiment() -> None:
    """Runs are deleted and restored with their experiment."""
    experiment = client.create_experiment(f"deleted {unique}")
    run = client.create_run(experiment, run_name="one").info.run_id
    client.log_metric(run, "acc", 1.0)
    client.delete_experiment(experiment)
    changes: dict[str, Callable[[], Any]] = {
        "log_metric": lambda: client.log_metric(run, "acc", 2.0),
        "log_param": lambda: client.log_param(run, "lr", "1"),
        "set_tag": lambda: client.set_tag(run, "a", "b"),
        "update_run": lambda: client.update_run(run, status="FINISHED"),
        "create_run": lambda: client.create_run(experiment),
        "create_logged_model": lambda: client.create_logged_model(experiment, "m"),
        "set_experiment_tag": lambda: client.set_experiment_tag(experiment, "a", "b"),
    }
    for stage in ("deleted", "restored"):
        tell(f"{stage}: stage of the run", lambda: client.get_run(run).info.lifecycle_stage)
        tell(f"{stage}: stage of the experiment", lambda: client.get_experiment(experiment).lifecycle_stage)
        for view in (ViewType.ACTIVE_ONLY, ViewType.DELETED_ONLY, ViewType.ALL):
            tell(f"{stage}: runs of view {view}", lambda view=view: names(experiment, view=view))
        for name, change in changes.items():
            tell(f"{stage}: {name}", lambda change=change: change() and "done")
        if stage == "deleted":
            client.restore_experiment(experiment)


def names_in_two_cases() -> None:
    """Names are case-sensitive."""
    first = client.create_experiment(f"Base {unique}")
    second = client.create_experiment(f"base {unique}")
    told["two cases are two experiments"] = first != second
    told["each is found"] = [
        client.get_experiment_by_name(f"{name} {unique}").experiment_id == id_
        for name, id_ in (("Base", first), ("base", second))
    ]
    told["a third case is none"] = client.get_experiment_by_name(f"BASE {unique}") is None
    tell("the same again", lambda: client.create_experiment(f"Base {unique}"))


filters_and_orders()
deleted_experiment()
names_in_two_cases()
sys.stdout.write(json.dumps(told, indent=1))
