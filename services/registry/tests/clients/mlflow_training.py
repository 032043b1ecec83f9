"""A training script that uses MLflow and knows nothing of Muster."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import mlflow
import numpy as np
from mlflow.models import infer_signature
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression


def train(experiment: str, name: str) -> None:
    """Train a classifier of flowers."""
    mlflow.set_experiment(experiment)
    features, kinds = load_iris(return_X_y=True)
    with mlflow.start_run(run_name="first", tags={"team": "vision"}):
        mlflow.log_params({"C": 0.5, "solver": "lbfgs"})
        mlflow.log_input(mlflow.data.from_numpy(features, name="iris", targets=kinds), context="training")
        model = LogisticRegression(C=0.5, max_iter=200).fit(features, kinds)
        for step in range(3):
            mlflow.log_metric("loss", 1.0 / (step + 1), step=step)
        mlflow.log_metrics({"accuracy": float(model.score(features, kinds)), "worst": float("nan")})
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.txt"
            report.write_text("150 flowers\n")
            mlflow.log_artifact(str(report), artifact_path="reports")
        logged = mlflow.sklearn.log_model(
            model,
            name="model",
            signature=infer_signature(features, model.predict(features)),
            input_example=np.zeros((1, 4)),
            pip_requirements=["scikit-learn"],
        )
        mlflow.register_model(logged.model_uri, name)


if __name__ == "__main__":
    train(*sys.argv[1:])
