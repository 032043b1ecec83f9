"""PURE. Statistics of evaluations: what a run can and cannot tell, the same figures on any machine.

Functions take numbers of shape (n,), one a case, with the cluster of each, and return floats or frozen
results. Bad input raises ValueError: `<field> is <value>; must be <allowed>`. What could not be scored is
left out by the caller, who reports it as coverage: a value that is not finite is an error here.

From the top down:

    corrections    a judge's mean corrected by human labels (PPI++)
    adjustments    control variates and strata: less noise for the same cases
    agreement      Cohen's kappa with intervals, Krippendorff's alpha
    sequences      bounds that hold at every moment, for any distribution on known limits
    sign_flips     permutation test over few clusters
    proportions    bounds of pass rates, and the cases that a threshold takes
    charts         control charts of scores over time, designed for a wanted time between false alarms
    population     shifts of inputs: PSI, its significance, nulls and new categories
    pairs          candidate against baseline on the same cases
    power          effects that n cases can show, n that an effect takes
    multiplicity   several tests at once
    estimates      means, clustered errors, intervals, p-values
    scores         medians, and scores 1-5 on 0-1
    distributions  normal, Student t, beta, binomial and chi-square
    seeds          order and chance from a seed
    sums           exact sums, and the rounding of figures in facts
    arrays         checked inputs
"""
