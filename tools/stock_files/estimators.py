"""Fitted estimators of scikit-learn and of packages of its kind."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from inspect import signature
from unittest import SkipTest

import numpy as np
import pandas as pd
from sklearn import (
    base,
    calibration,
    cluster,
    compose,
    ensemble,
    feature_extraction,
    gaussian_process,
    impute,
    linear_model,
    metrics,
    model_selection,
    neighbors,
    neural_network,
    pipeline,
    preprocessing,
    svm,
    tree,
)
from sklearn.gaussian_process import kernels
from sklearn.utils import all_estimators
from sklearn.utils._test_common.instance_generator import _construct_instances

for each in ("iterative_imputer", "halving_search_cv"):
    import_module(f"sklearn.experimental.enable_{each}")
CHANCE = np.random.default_rng(0)
ROWS = CHANCE.random((30, 4)).round(2)
LABELS = np.arange(30) % 3
TWO = np.arange(30) % 2
NUMBERS = ROWS.sum(axis=1)
FRAME = pd.DataFrame(ROWS, columns=list("abcd")).assign(kind=["x", "y", "z"] * 10)


def write_named(forms) -> None:
    """Estimators that people save most."""
    numeric = pipeline.make_pipeline(impute.SimpleImputer(), preprocessing.StandardScaler())
    columns = compose.ColumnTransformer(
        [("n", numeric, list("abcd")), ("k", preprocessing.OneHotEncoder(), ["kind"])]
    )
    fitted = {
        "hist-three": ensemble.HistGradientBoostingClassifier(max_iter=2, max_depth=2).fit(ROWS, LABELS),
        "hist-two": ensemble.HistGradientBoostingClassifier(max_iter=2, max_depth=2).fit(ROWS, TWO),
        "hist-regressor": ensemble.HistGradientBoostingRegressor(max_iter=2, loss="poisson").fit(
            ROWS, NUMBERS
        ),
        "mlp": neural_network.MLPClassifier((3,), max_iter=3).fit(ROWS, LABELS),
        "mlp-sgd": neural_network.MLPRegressor(
            hidden_layer_sizes=(3,), max_iter=3, solver="sgd", early_stopping=True
        ).fit(ROWS, NUMBERS),
        "sgd": linear_model.SGDClassifier(loss="log_loss", early_stopping=True, max_iter=5).fit(ROWS, LABELS),
        "sgd-regressor": linear_model.SGDRegressor(loss="huber").fit(ROWS, NUMBERS),
        "calibrated": calibration.CalibratedClassifierCV(svm.LinearSVC(), cv=2).fit(ROWS, TWO),
        "calibrated-isotonic": calibration.CalibratedClassifierCV(
            linear_model.LogisticRegression(), method="isotonic", cv=2
        ).fit(ROWS, TWO),
        "process": gaussian_process.GaussianProcessRegressor(
            kernels.ConstantKernel() * kernels.RBF() + kernels.WhiteKernel()
        ).fit(ROWS[:6], NUMBERS[:6]),
        "process-classifier": gaussian_process.GaussianProcessClassifier(kernels.Matern()).fit(
            ROWS[:9], LABELS[:9]
        ),
        "imputer": impute.IterativeImputer(max_iter=1).fit(ROWS),
        "knn": neighbors.KNeighborsClassifier(3, algorithm="ball_tree", metric="manhattan").fit(ROWS, LABELS),
        "forest": ensemble.RandomForestClassifier(2, max_depth=2).fit(ROWS, LABELS),
        "boosting": ensemble.GradientBoostingClassifier(n_estimators=2).fit(ROWS, TWO),
        "boosting-three": ensemble.GradientBoostingClassifier(n_estimators=2).fit(ROWS, LABELS),
        "svc": svm.SVC(probability=False).fit(ROWS, TWO),
        "columns": pipeline.make_pipeline(columns, linear_model.LogisticRegression()).fit(FRAME, LABELS),
        "grid": model_selection.GridSearchCV(
            linear_model.Ridge(),
            {"alpha": [1, 2]},
            cv=model_selection.KFold(2),
            scoring=metrics.make_scorer(metrics.mean_squared_error, greater_is_better=False),
        ).fit(ROWS, NUMBERS),
        "halving": model_selection.HalvingGridSearchCV(linear_model.Ridge(), {"alpha": [1, 2]}, cv=2).fit(
            ROWS, NUMBERS
        ),
    }
    for name, what in fitted.items():
        forms.all("scikit-learn", f"sklearn-{name}", what, skops=True)


def write_composed(forms) -> None:
    """Searches, scorers, functions, models of models."""
    fitted = {
        "random-search": model_selection.RandomizedSearchCV(
            linear_model.Ridge(), {"alpha": __import__("scipy.stats").stats.uniform(0, 1)}, n_iter=2, cv=2
        ).fit(ROWS, NUMBERS),
        "scorer": metrics.make_scorer(metrics.f1_score, average="macro"),
        "function": preprocessing.FunctionTransformer(np.log1p, np.expm1),
        "function-pipeline": pipeline.make_pipeline(
            preprocessing.FunctionTransformer(np.log1p), linear_model.Ridge()
        ).fit(ROWS, NUMBERS),
        "select": __import__("sklearn.feature_selection")
        .feature_selection.SelectKBest(__import__("sklearn.feature_selection").feature_selection.chi2, k=2)
        .fit(ROWS, LABELS),
        "words": feature_extraction.text.TfidfVectorizer(stop_words="english", ngram_range=(1, 2)).fit(
            ["a cat sat", "the dog ran"]
        ),
        "target": compose.TransformedTargetRegressor(
            linear_model.Ridge(), func=np.log1p, inverse_func=np.expm1
        ).fit(ROWS, NUMBERS),
        "stacking": ensemble.StackingClassifier(
            [("a", tree.DecisionTreeClassifier(max_depth=1)), ("b", linear_model.LogisticRegression())], cv=2
        ).fit(ROWS, TWO),
        "voting": ensemble.VotingRegressor(
            [("a", tree.DecisionTreeRegressor(max_depth=1)), ("b", linear_model.Ridge())]
        ).fit(ROWS, NUMBERS),
    }
    fitted["kmeans"] = cluster.KMeans(2, n_init=1).fit(ROWS)
    for name, what in fitted.items():
        forms.all("scikit-learn", f"sklearn-{name}", what, skops=True)


def write_all(forms) -> None:
    """Every estimator, as it is made and as it is fitted, together by the package that has it."""
    packages = defaultdict(list)
    for name, kind in all_estimators():
        try:
            made = list(_construct_instances(kind))
        except SkipTest as error:
            forms.unwritten.append(f"{name}: {error}")
            continue
        packages[kind.__module__.split(".")[1]] += [_fitted(forms, each) for each in made]
    for package, held in packages.items():
        forms.all(
            "scikit-learn",
            f"all-{package}",
            held,
            skops=True,
            kept=package not in ("ensemble", "linear_model"),
        )
    for package in ("ensemble", "linear_model"):
        for index in range(0, len(packages[package]), 12):
            forms.all(
                "scikit-learn",
                f"all-{package}-{index // 12}",
                packages[package][index : index + 12],
                skops=True,
                kept=index == 0,
            )


def _fitted(forms, made):
    refused = None
    for labels in (LABELS, TWO, NUMBERS, np.column_stack((TWO, TWO)), np.column_stack((NUMBERS, NUMBERS))):
        for rows in (
            ROWS,
            ["a cat sat", "the dog ran"] * 15,
            [{"a": 1.0}, {"b": 2.0}] * 15,
            (ROWS * 4).astype(int),
        ):
            try:
                return base.clone(made).fit(rows, labels)
            except Exception as error:  # another kind of data is tried next
                refused = error
    forms.unwritten.append(f"{type(made).__name__} is not fitted: {refused}"[:200])
    return made


def write_parts(forms) -> None:
    """Scorers and metrics."""
    forms.all(
        "scikit-learn",
        "scorers",
        {name: metrics.get_scorer(name) for name in metrics.get_scorer_names()},
        skops=True,
    )
    measures = {
        name: each
        for name in dir(metrics)
        if callable(each := getattr(metrics, name))
        and not isinstance(each, type)
        and name.endswith(
            (
                "_score",
                "_error",
                "_loss",
                "_deviance",
                "_report",
                "_matrix",
                "_curve",
                "_auc",
                "auc",
                "_coefficient",
                "_kernel",
                "_distances",
            )
        )
    }
    measures |= {
        name: each
        for name in dir(metrics.pairwise)
        if callable(each := getattr(metrics.pairwise, name))
        and name.endswith(("_kernel", "_distances", "_similarity"))
        and not isinstance(each, type)
    }
    measures |= {
        name: getattr(__import__("sklearn.feature_selection").feature_selection, name)
        for name in (
            "chi2",
            "f_classif",
            "f_regression",
            "mutual_info_classif",
            "mutual_info_regression",
            "r_regression",
        )
    }
    measures |= {"scale": preprocessing.scale, "normalize": preprocessing.normalize}
    forms.all("scikit-learn", "measures", measures)


def write_splits(forms) -> None:
    """Splits of data, kernels of processes."""
    splits = [
        each
        for name, each in vars(model_selection).items()
        if isinstance(each, type) and name.endswith(("Fold", "Split", "Out"))
    ]
    made = [
        each(2)
        if next(iter(signature(each).parameters), "") in ("p", "n_groups")
        else each(TWO)
        if each.__name__ == "PredefinedSplit"
        else each()
        for each in splits
        if not each.__name__.startswith("Base")
    ]
    forms.all("scikit-learn", "splits", made)
    held = [
        kernels.RBF(),
        kernels.Matern(),
        kernels.RationalQuadratic(),
        kernels.ExpSineSquared(),
        kernels.DotProduct(),
        kernels.WhiteKernel(),
        kernels.ConstantKernel(),
        kernels.PairwiseKernel(),
        kernels.Exponentiation(kernels.RBF(), 2),
        kernels.CompoundKernel([kernels.RBF()]),
        kernels.RBF() + kernels.RBF() * kernels.Matern(),
    ]
    forms.all("scikit-learn", "kernels", held, skops=True)


def write_losses(forms) -> None:
    """Losses and distances."""
    from sklearn._loss import loss
    from sklearn.metrics import DistanceMetric

    losses = [
        each(n_classes=3) if "Multinomial" in name or name == "ExponentialLossMulticlass" else each()
        for name, each in vars(loss).items()
        if isinstance(each, type) and issubclass(each, loss.BaseLoss) and each is not loss.BaseLoss
    ]
    forms.all("scikit-learn", "losses", losses)
    distances = []
    for name in (
        "euclidean",
        "l2",
        "manhattan",
        "chebyshev",
        "minkowski",
        "hamming",
        "canberra",
        "braycurtis",
        "jaccard",
        "dice",
        "rogerstanimoto",
        "russellrao",
        "sokalsneath",
        "haversine",
        "seuclidean",
        "mahalanobis",
    ):
        for kind in (np.float32, np.float64):
            more = {"V": np.ones(4)} if name in ("seuclidean", "mahalanobis") else {}
            try:
                distances.append(DistanceMetric.get_metric(name, dtype=kind, **more))
            except ValueError as error:
                forms.unwritten.append(f"metric {name}: {error}")
    forms.all("scikit-learn", "distances", distances)


def write_gradients(forms) -> None:
    """Classifiers by each loss, trees to search in, groups of values."""
    for loss_name in (
        "log_loss",
        "hinge",
        "modified_huber",
        "squared_hinge",
        "perceptron",
        "squared_error",
        "huber",
        "epsilon_insensitive",
        "squared_epsilon_insensitive",
    ):
        forms.all(
            "scikit-learn",
            f"sgd-{loss_name}",
            linear_model.SGDClassifier(loss=loss_name, max_iter=5).fit(ROWS, LABELS),
            skops=True,
            kept=loss_name == "modified_huber",
        )
    forms.all(
        "scikit-learn",
        "search-trees",
        [
            neighbors.KDTree(ROWS),
            neighbors.BallTree(ROWS.astype(np.float32)),
            neighbors.NearestNeighbors(metric="minkowski", p=3).fit(ROWS),
            neighbors.KNeighborsRegressor(metric="chebyshev", algorithm="kd_tree").fit(
                ROWS.astype(np.float32), NUMBERS
            ),
        ],
    )
    forms.all(
        "scikit-learn",
        "bunch",
        __import__("sklearn.datasets").datasets.load_iris(as_frame=False)["target_names"],
    )
    from sklearn.utils import Bunch

    forms.all("scikit-learn", "bunches", [Bunch(a=1), metrics.ConfusionMatrixDisplay(np.eye(2))])


def write_kin(forms) -> None:
    """Packages whose estimators are scikit-learn's by form."""
    import imblearn.combine
    import imblearn.ensemble
    import imblearn.over_sampling
    import imblearn.pipeline
    import imblearn.under_sampling

    labels = np.array([0] * 20 + [1] * 10)
    made = {
        "imbalanced-learn": [
            imblearn.over_sampling.SMOTE(k_neighbors=2),
            imblearn.over_sampling.RandomOverSampler(),
            imblearn.over_sampling.ADASYN(),
            imblearn.over_sampling.BorderlineSMOTE(),
            imblearn.under_sampling.RandomUnderSampler(),
            imblearn.under_sampling.TomekLinks(),
            imblearn.under_sampling.NearMiss(),
            imblearn.combine.SMOTEENN(),
            imblearn.combine.SMOTETomek(),
        ],
    }
    forms.all("imbalanced-learn", "imblearn-samplers", made["imbalanced-learn"])
    pipe = imblearn.pipeline.Pipeline(
        [("s", imblearn.over_sampling.SMOTE(k_neighbors=2)), ("m", linear_model.LogisticRegression())]
    ).fit(ROWS, labels)
    forms.all("imbalanced-learn", "imblearn-pipeline", pipe)
    forms.all(
        "imbalanced-learn",
        "imblearn-forest",
        imblearn.ensemble.BalancedRandomForestClassifier(2, max_depth=2).fit(ROWS, labels),
    )


def write_encoders(forms) -> None:
    """Encoders of categories."""
    import category_encoders
    import feature_engine.discretisation
    import feature_engine.encoding
    import feature_engine.imputation

    encoders = [
        getattr(category_encoders, name)(cols=["kind"])
        for name in (
            "TargetEncoder",
            "OrdinalEncoder",
            "OneHotEncoder",
            "BinaryEncoder",
            "CountEncoder",
            "LeaveOneOutEncoder",
            "WOEEncoder",
            "CatBoostEncoder",
            "HashingEncoder",
            "JamesSteinEncoder",
            "MEstimateEncoder",
            "SumEncoder",
            "HelmertEncoder",
            "BackwardDifferenceEncoder",
        )
    ]
    for each in encoders:
        try:
            each.fit(FRAME[["kind"]], TWO)
        except Exception as error:
            forms.unwritten.append(f"category_encoders: {error}")
    forms.all("category-encoders", "category-encoders", encoders)
    forms.all(
        "feature-engine",
        "feature-engine",
        [
            feature_engine.imputation.MeanMedianImputer(variables=["a"]).fit(FRAME),
            feature_engine.discretisation.EqualFrequencyDiscretiser(q=3, variables=["b"]).fit(FRAME),
            feature_engine.encoding.RareLabelEncoder(variables=["kind"]).fit(FRAME),
            feature_engine.encoding.OneHotEncoder(variables=["kind"]).fit(FRAME),
        ],
    )


def write_more_kin(forms) -> None:
    """Clusters, chains, anomalies."""
    import hdbscan
    import hmmlearn.hmm
    import mlxtend.classifier
    import mlxtend.preprocessing
    import ngboost
    from pyod.models import ecod, iforest, knn

    forms.all("hdbscan", "hdbscan", hdbscan.HDBSCAN(min_cluster_size=3).fit(ROWS))
    forms.all(
        "hmmlearn",
        "hmmlearn",
        [
            hmmlearn.hmm.GaussianHMM(2, n_iter=2).fit(ROWS),
            hmmlearn.hmm.CategoricalHMM(2, n_iter=2).fit(TWO[:, None]),
            hmmlearn.hmm.GMMHMM(2, n_iter=1).fit(ROWS),
        ],
    )
    forms.all(
        "mlxtend",
        "mlxtend",
        [
            mlxtend.preprocessing.TransactionEncoder().fit([["a", "b"], ["b"]]),
            mlxtend.classifier.EnsembleVoteClassifier([linear_model.LogisticRegression()]),
        ],
    )
    forms.all("ngboost", "ngboost", ngboost.NGBRegressor(n_estimators=2, verbose=False).fit(ROWS, NUMBERS))
    forms.all(
        "pyod",
        "pyod",
        [ecod.ECOD().fit(ROWS), iforest.IForest(n_estimators=2).fit(ROWS), knn.KNN(n_neighbors=2).fit(ROWS)],
    )


def write_xgboost(forms) -> None:
    """XGBoost: as objects and in its own formats."""
    import xgboost

    for name, made in {
        "classifier": xgboost.XGBClassifier(n_estimators=2, max_depth=2).fit(ROWS, LABELS),
        "regressor": xgboost.XGBRegressor(n_estimators=2, max_depth=2).fit(ROWS, NUMBERS),
        "forest": xgboost.XGBRFClassifier(n_estimators=2, max_depth=2).fit(ROWS, TWO),
        "ranker": xgboost.XGBRanker(n_estimators=2).fit(ROWS, TWO, group=[15, 15]),
    }.items():
        forms.all("xgboost-cpu", f"xgboost-{name}", made, skops=name == "classifier")
        for kind in ("ubj", "json"):
            forms.by("xgboost-cpu", f"xgboost-{name}.{kind}", made.save_model)
    forms.all("xgboost-cpu", "xgboost-booster", made.get_booster())
    forms.by("xgboost-cpu", "xgboost-dump.txt", made.get_booster().dump_model)
    forms.by(
        "xgboost-cpu",
        "xgboost-dart.ubj",
        xgboost.XGBClassifier(n_estimators=2, booster="dart").fit(ROWS, LABELS).save_model,
    )
    forms.by(
        "xgboost-cpu",
        "xgboost-linear.ubj",
        xgboost.XGBRegressor(n_estimators=2, booster="gblinear").fit(ROWS, NUMBERS).save_model,
    )
    forms.by("xgboost-cpu", "xgboost.buffer", xgboost.DMatrix(ROWS, NUMBERS).save_binary)


def write_lightgbm(forms) -> None:
    """LightGBM: as objects and in its own formats."""
    import lightgbm

    quiet = {"n_estimators": 2, "verbose": -1, "min_child_samples": 2}
    for name, made in {
        "classifier": lightgbm.LGBMClassifier(**quiet).fit(ROWS, LABELS),
        "regressor": lightgbm.LGBMRegressor(**quiet).fit(ROWS, NUMBERS),
        "ranker": lightgbm.LGBMRanker(**quiet).fit(ROWS, TWO, group=[15, 15]),
    }.items():
        forms.all("lightgbm", f"lightgbm-{name}", made, skops=name == "classifier")
    forms.all("lightgbm", "lightgbm-booster", made.booster_)
    forms.by("lightgbm", "lightgbm-model.txt", made.booster_.save_model)
    forms.by(
        "lightgbm",
        "lightgbm.bin",
        lambda p: lightgbm.Dataset(ROWS, NUMBERS, params={"verbose": -1}).construct().save_binary(p),
    )


def write_catboost(forms) -> None:
    """CatBoost: as objects and in its own formats."""
    import catboost

    quiet = {"iterations": 2, "depth": 2, "verbose": 0, "allow_writing_files": False}
    for name, made in {
        "classifier": catboost.CatBoostClassifier(**quiet).fit(FRAME, LABELS, cat_features=["kind"]),
        "regressor": catboost.CatBoostRegressor(**quiet).fit(ROWS, NUMBERS),
        "plain": catboost.CatBoost(quiet).fit(ROWS, NUMBERS),
        "ranker": catboost.CatBoostRanker(**quiet).fit(ROWS, TWO, group_id=np.repeat([1, 2], 15)),
    }.items():
        forms.all("catboost", f"catboost-{name}", made)
        forms.by("catboost", f"catboost-{name}.cbm", made.save_model)
    forms.by(
        "catboost",
        "catboost.json",
        lambda p: catboost.CatBoostRegressor(**quiet).fit(ROWS, NUMBERS).save_model(p, format="json"),
    )
    forms.by(
        "catboost",
        "catboost.py",
        lambda p: catboost.CatBoostRegressor(**quiet).fit(ROWS, NUMBERS).save_model(p, format="python"),
    )
    forms.by(
        "catboost",
        "catboost.onnx",
        lambda p: catboost.CatBoostRegressor(**quiet).fit(ROWS, NUMBERS).save_model(p, format="onnx"),
    )
    text = pd.DataFrame({"t": ["a cat", "a dog", "the cat"] * 10})
    forms.by(
        "catboost",
        "catboost-text.cbm",
        lambda p: catboost.CatBoostClassifier(**quiet).fit(text, TWO, text_features=["t"]).save_model(p),
    )
