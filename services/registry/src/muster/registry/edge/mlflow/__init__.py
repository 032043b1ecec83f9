"""MLflow API: experiments, runs, metrics, artifacts, and registered models.

An experiment is a repository of type EXPERIMENT and a registered model is a model repository, so access,
quotas, quarantine and storage work as for any repository. An experiment's id is that of its repository. A run
keeps its files on a branch named after the run; a version of a model is a commit of the model's repository.

    mlflow-artifacts:/REPOSITORY/REVISION/PATH     form of every artifact address
"""
