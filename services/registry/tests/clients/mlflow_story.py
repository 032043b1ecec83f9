"""Scenario for a stock mlflow after a training, run by the interpreter of its environment.

    mlflow_story.py EXPERIMENT MODEL FOLDER

Prints its observations as JSON. A step with an unexpected result ends it with an error.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path

import mlflow
import numpy as np
from mlflow import MlflowClient
from mlflow.entities import Metric, Param, RunTag, ViewType
from mlflow.exceptions import MlflowException
from mlflow_training import train

client = MlflowClient()
PARTS_BYTES = 6 * 2**20


def tell(experiment: str, name: str, folder: Path) -> dict[str, object]:
    """Run all steps, in order."""
    train(experiment, name)
    run = searched(experiment)
    mlflow.register_model(f"runs:/{run.info.run_id}/model", name)
    saved(run.info.run_id, folder)
    logged(run)
    versions(name)
    described(experiment, name, run.info.run_id)
    refused(experiment, name, run.info.run_id)
    return {
        "run": run.info.run_id,
        "experiment": run.info.experiment_id,
        "user": run.info.user_id,
        "job": run.data.tags["muster.job"],
        "versions": len(client.search_model_versions(f"name = '{name}'")),
    }


def searched(experiment: str):
    """Find runs by metrics, params and tags, and return the newest."""
    begun = client.create_run(client.get_experiment_by_name(experiment).experiment_id)
    found = mlflow.search_runs(
        experiment_names=[experiment],
        filter_string="metrics.accuracy > 0.9 AND params.solver = 'lbfgs' AND tags.team LIKE 'vis%'",
        order_by=["metrics.loss ASC", "attributes.start_time DESC"],
        output_format="list",
    )
    assert len(found) == 1
    nothing = "metrics.accuracy > 1 OR"  # the language has no OR
    try:
        mlflow.search_runs(experiment_names=[experiment], filter_string=nothing)
    except MlflowException as error:
        assert error.error_code == "INVALID_PARAMETER_VALUE", error
    ids = [found[0].info.experiment_id]
    for text in ("metrics.accuracy > 1", "params.solver IN ('saga')", "attributes.status = 'FAILED'"):
        assert client.search_runs(ids, text) == [], text
    page = client.search_runs(ids, "", max_results=1)
    rest = client.search_runs(ids, "", max_results=1, page_token=page.token)
    assert [each.info.run_id for each in (*page, *rest)] == [begun.info.run_id, found[0].info.run_id]
    run = client.get_run(found[0].info.run_id)
    assert run.data.params == {"C": "0.5", "solver": "lbfgs"}
    assert (run.info.status, run.info.run_name, run.data.tags["team"]) == ("FINISHED", "first", "vision")
    assert run.data.metrics["loss"] == 1 / 3
    assert math.isnan(run.data.metrics["worst"])
    assert [(each.step, each.value) for each in client.get_metric_history(run.info.run_id, "loss")] == [
        (0, 1.0),
        (1, 0.5),
        (2, 1 / 3),
    ]
    assert [each.dataset.name for each in run.inputs.dataset_inputs] == ["iris"]
    assert len(run.outputs.model_outputs) == 1
    return run


def saved(run_id: str, folder: Path) -> None:
    """Files are uploaded and downloaded, small ones through the API and large ones directly to the store."""
    assert [each.path for each in client.list_artifacts(run_id)] == ["reports"]
    client.log_text(run_id, "", "empty.txt")
    tree = folder / "tree"
    (tree / "sub").mkdir(parents=True)
    (tree / "a.txt").write_text("a")
    (tree / "sub" / "b.txt").write_text("b")
    large = os.urandom(PARTS_BYTES)
    (tree / "sub" / "large.bin").write_bytes(large)
    client.log_artifacts(run_id, str(tree), "tree")
    seen = {each.path: (each.is_dir, each.file_size) for each in client.list_artifacts(run_id, "tree/sub")}
    assert seen == {"tree/sub/b.txt": (False, 1), "tree/sub/large.bin": (False, PARTS_BYTES)}
    down = Path(client.download_artifacts(run_id, "tree", str(folder)))
    assert (down / "sub" / "large.bin").read_bytes() == large
    assert (down / "sub" / "b.txt").read_text() == "b"
    assert mlflow.artifacts.load_text(f"runs:/{run_id}/reports/report.txt") == "150 flowers\n"
    assert mlflow.artifacts.load_text(f"runs:/{run_id}/empty.txt") == ""
    repository = mlflow.artifacts.get_artifact_repository(client.get_run(run_id).info.artifact_uri)
    repository.delete_artifacts("tree/sub")
    assert [each.path for each in client.list_artifacts(run_id, "tree")] == ["tree/a.txt"]


def logged(run) -> None:
    """The model that the run logged is found, and works."""
    found = mlflow.search_logged_models([run.info.experiment_id], output_format="list")
    assert [each.status.name for each in found] == ["READY"]
    model = next(each for each in found if each.source_run_id == run.info.run_id)
    assert model.params == {"C": "0.5", "solver": "lbfgs"}
    client.set_logged_model_tags(model.model_id, {"checked": "yes"})
    assert client.get_logged_model(model.model_id).tags["checked"] == "yes"
    assert mlflow.sklearn.load_model(f"models:/{model.model_id}").predict(np.zeros((1, 4))).shape == (1,)


def versions(name: str) -> None:
    """Versions have stages, aliases and tags; the files of a version never change."""
    assert sorted(each.version for each in client.search_model_versions(f"name = '{name}'")) == ["1", "2"]
    client.set_registered_model_alias(name, "champion", "1")
    assert client.get_model_version_by_alias(name, "Champion").version == "1"
    loaded = mlflow.sklearn.load_model(f"models:/{name}@champion")
    assert loaded.predict(np.zeros((1, 4))).shape == (1,)
    client.transition_model_version_stage(name, "1", "Production")
    client.transition_model_version_stage(name, "2", "production", archive_existing_versions=True)
    stages = {each.version: each.current_stage for each in client.search_model_versions(f"name = '{name}'")}
    assert stages == {"1": "Archived", "2": "Production"}
    assert [each.version for each in client.get_latest_versions(name, ["Production"])] == ["2"]
    client.set_model_version_tag(name, "1", "approved", "no")
    assert [each.version for each in client.search_model_versions("tags.approved = 'no'")] == ["1"]
    client.delete_model_version_tag(name, "1", "approved")
    client.update_model_version(name, "1", "the first")
    one = client.get_model_version(name, "1")
    assert (one.description, one.tags, one.aliases, one.status) == ("the first", {}, ["champion"], "READY")
    copied = client.copy_model_version(f"models:/{name}/1", f"{name}-copy")
    assert (copied.name, copied.version) == (f"{name}-copy", "1")
    client.delete_registered_model_alias(name, "champion")
    assert client.get_registered_model(name).aliases == {}
    client.delete_registered_model(f"{name}-copy")


def described(experiment: str, name: str, run_id: str) -> None:
    """Experiments, runs and models are described, deleted and restored."""
    client.update_registered_model(name, "flowers")
    client.set_registered_model_tag(name, "task", "classification")
    [model] = client.search_registered_models(f"name = '{name}' AND tags.task = 'classification'")
    assert (model.name, model.description) == (name, "flowers")
    found = client.get_experiment_by_name(experiment)
    client.set_experiment_tag(found.experiment_id, "owner", "ann")
    assert [each.name for each in client.search_experiments(filter_string=f"name = '{experiment}'")] == [
        experiment
    ]
    client.log_batch(
        run_id,
        metrics=[Metric("many", step / 10, 1_700_000_000_000 + step, step) for step in range(1_000)],
        params=[Param("late", "1")],
        tags=[RunTag("note", "x")],
    )
    assert len(client.get_metric_history(run_id, "many")) == 1_000
    client.delete_tag(run_id, "note")
    client.set_tag(run_id, "mlflow.runName", "second")
    assert (client.get_run(run_id).info.run_name, "note" in client.get_run(run_id).data.tags) == (
        "second",
        False,
    )
    client.delete_run(run_id)
    assert run_id not in {each.info.run_id for each in client.search_runs([found.experiment_id])}
    assert [
        each.info.run_id for each in client.search_runs([found.experiment_id], "", ViewType.DELETED_ONLY)
    ] == [run_id]
    client.restore_run(run_id)
    client.delete_experiment(found.experiment_id)
    assert client.get_experiment(found.experiment_id).lifecycle_stage == "deleted"
    client.restore_experiment(found.experiment_id)
    assert client.get_experiment("0").name == "Default"


def refused(experiment: str, name: str, run_id: str) -> None:
    """Forbidden requests fail with the errors that callers expect."""
    steps = (
        ("RESOURCE_DOES_NOT_EXIST", lambda: client.get_run("0" * 32)),
        ("RESOURCE_DOES_NOT_EXIST", lambda: client.get_model_version(name, "9")),
        ("RESOURCE_DOES_NOT_EXIST", lambda: client.get_registered_model("absent")),
        ("RESOURCE_ALREADY_EXISTS", lambda: client.create_registered_model(name)),
        ("RESOURCE_ALREADY_EXISTS", lambda: client.create_experiment(experiment)),
        ("INVALID_PARAMETER_VALUE", lambda: client.log_param(run_id, "C", "2")),
        ("INVALID_PARAMETER_VALUE", lambda: client.create_registered_model("two words")),
        ("INVALID_PARAMETER_VALUE", lambda: client.create_model_version(name, "s3://elsewhere/model")),
        ("INVALID_PARAMETER_VALUE", lambda: client.transition_model_version_stage(name, "1", "Limbo")),
    )
    for code, step in steps:
        try:
            step()
        except MlflowException as error:
            assert error.error_code == code, (code, error)
            continue
        raise AssertionError(f"{code} was expected")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tell(sys.argv[1], sys.argv[2], Path(sys.argv[3]))))
