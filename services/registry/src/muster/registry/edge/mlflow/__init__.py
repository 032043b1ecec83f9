"""MLflow API: experiments, runs, metrics, artifacts, and registered models.

An experiment is a repository of type EXPERIMENT and a registered model is a model repository, so access,
quotas, quarantine and storage work as for any repository. An experiment's id is that of its repository. A run
keeps its files on a branch named after the run; a version of a model is a commit of the model's repository.

    mlflow-artifacts:/REPOSITORY/REVISION/PATH     form of every artifact address

The registry knows only the door. This package knows of the registry:
- the context of a request (edge/requests): the caller, repositories by name and id, outcomes of commands;
- the tables of repositories and which rows a caller may see (edge/queries.py, edge/visibility.py);
- runs and versions (core/tracking), names, access levels and signatures of commands (core);
- commits, uploads, chunks and read access through files.py alone.

door.py               routers, and the limits of bodies
experiments.py        experiments
runs.py               runs and their metrics
logged_models.py      models that runs have logged
registered_models.py  registered models, and their aliases
versions.py           versions of registered models
artifacts.py          files of runs, logged models and versions: routes
files.py              the same files as the registry keeps them: read, stored, committed
server.py             capabilities, and refusals of features that are not supported
lookup.py             experiments, runs and models by name; request bodies; pages
searches.py           searches with MLflow's filters
filters.py            parses filters into conditions
queries.py            queries: runs, metrics, versions, aliases
answers.py            answers in MLflow's form
errors.py             refusals in MLflow's form
"""
