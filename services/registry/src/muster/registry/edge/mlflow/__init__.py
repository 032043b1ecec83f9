"""What MLflow's clients ask: experiments, runs, what they measure, their files, and registered models.

An experiment is a repository of its own kind and a registered model is a repository, so that access, quotas,
quarantine and the store are those of every other. The id of an experiment is that of its repository. A run
keeps its files on a branch named as the run; a version of a model is a commit of the model's repository.

    mlflow-artifacts:/REPOSITORY/REVISION/PATH     what every address of files is here
"""
