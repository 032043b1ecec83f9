"""Figures of scipy, statsmodels, ppi-python and krippendorff; run by the interpreter of their environment.

Reads the questions as JSON from standard input, and prints the answers as JSON.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys

import krippendorff
import numpy as np
import ppi_py
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import normal_sample_size_one_tail
from statsmodels.stats.proportion import proportion_confint


def distributions(asked):
    return {
        "t_quantile": [stats.t.ppf(p, df) for p, df in asked["t_quantile"]],
        "t_tail": [stats.t.sf(t, df) for t, df in asked["t_tail"]],
        "beta_below": [stats.beta.cdf(x, a, b) for x, a, b in asked["beta_below"]],
        "beta_quantile": [stats.beta.ppf(p, a, b) for p, a, b in asked["beta_quantile"]],
        "normal_quantile": [stats.norm.ppf(p) for p in asked["normal_quantile"]],
        "chi_square_tail": [stats.chi2.sf(x, df) for x, df in asked["chi_square_tail"]],
        "normal_tail": [stats.norm.sf(z) for z in asked["normal_tail"]],
    }


def intercept(values, clusters, covariate=None):
    """Mean by least squares: estimate, error; clustered where there are clusters."""
    columns = [np.ones(len(values))] + ([] if covariate is None else [covariate])
    model = sm.OLS(np.array(values), np.column_stack(columns))
    if clusters is None:
        fit = model.fit()
    else:
        groups = np.unique(clusters, return_inverse=True)[1]
        fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    low, high = fit.conf_int(0.05)[0]
    return [fit.params[0], fit.bse[0], low, high]


def means(asked):
    scores, clusters = np.array(asked["scores"]), asked["clusters"]
    centred = np.array(asked["covariate"]) - asked["covariate_mean"]
    strata = np.array(asked["strata"])
    return {
        "plain": intercept(scores, None),
        "clustered": intercept(scores, clusters),
        "adjusted": intercept(scores, clusters, centred),
        "p_less": stats.ttest_1samp(scores, 0.5, alternative="less").pvalue,
        "p_two_sided": stats.ttest_1samp(scores, 0.5).pvalue,
        "strata": [
            intercept(scores[strata == each], np.array(clusters)[strata == each]) for each in asked["shares"]
        ],
    }


def pairs(asked):
    new, old = np.array(asked["candidate"]), np.array(asked["baseline"])
    return {
        "clustered": intercept(new - old, asked["clusters"]),
        "correlation": stats.pearsonr(new, old).statistic,
        "unpaired": np.sqrt(stats.sem(new) ** 2 + stats.sem(old) ** 2),
        "mcnemar": [mcnemar([[0, b], [c, 0]], exact=True).pvalue for b, c in asked["flips"]],
        "mcnemar_greater": [
            stats.binomtest(b, b + c, alternative="greater").pvalue for b, c in asked["flips"][1:]
        ],
        "sign_flips": {
            each: [
                stats.permutation_test(
                    (np.array(sums),),
                    np.sum,
                    permutation_type="samples",
                    alternative=each,
                    n_resamples=np.inf,
                ).pvalue
                for sums in asked["sums"]
            ]
            for each in ("greater", "less", "two-sided")
        },
    }


def proportions(asked):
    counts = asked["counts"]
    return {
        "wilson": [proportion_confint(k, n, alpha, "wilson") for k, n, alpha in counts],
        "exact": [proportion_confint(k, n, alpha, "beta") for k, n, alpha in counts],
        "exact_lower": [
            stats.binomtest(k, n, alternative="greater").proportion_ci(1 - alpha, "exact").low
            for k, n, alpha in counts
        ],
    }


def others(asked):
    table = np.zeros((5, 5))
    for first, second in zip(asked["first"], asked["second"], strict=True):
        table[first - 1, second - 1] += 1
    ratings = np.array([[np.nan if label is None else label for label in each] for each in asked["ratings"]])
    return {
        "holm": multipletests(asked["p_values"], method="holm")[1].tolist(),
        "cases": [
            normal_sample_size_one_tail(effect, power, alpha, sd)
            for sd, effect, alpha, power in asked["power"]
        ],
        "kappa": cohens_kappa(table).kappa,
        "kappa_quadratic": cohens_kappa(table, wt="quadratic").kappa,
        "alpha": {
            level: krippendorff.alpha(ratings, value_domain=[1, 2, 3, 4, 5], level_of_measurement=level)
            for level in ("nominal", "ordinal", "interval")
        },
    }


def corrections(asked):
    human, judge, unseen = (np.array(asked[name]) for name in ("human", "judge", "unlabelled"))
    estimate = ppi_py.ppi_mean_pointestimate
    tuned = estimate(human, judge, unseen)[0]
    return {
        "tuned": (tuned - human.mean()) / (unseen.mean() - judge.mean()),
        "estimates": [estimate(human, judge, unseen, lam=weight)[0] for weight in asked["weights"]],
        "errors": [
            [ppi_error(human, judge, np.tile(unseen, times), weight) for times in (1, 2)]
            for weight in asked["weights"]
        ],
    }


def ppi_error(human, judge, unseen, weight):
    low, high = ppi_py.ppi_mean_ci(human, judge, unseen, alpha=0.05, lam=weight)
    return (high[0] - low[0]) / 2 / stats.norm.ppf(0.975)


if __name__ == "__main__":
    questions = json.load(sys.stdin)
    answers = {
        part.__name__: part(questions[part.__name__])
        for part in (distributions, means, pairs, proportions, others, corrections)
    }
    json.dump(answers, sys.stdout, default=float)
