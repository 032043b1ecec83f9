"""PURE. Control charts of scores over time, with limits for a wanted mean run length between false alarms.

A chart is a frozen record, its state a small one; a step takes a value, or a mean of several, in a
microsecond or two. Run lengths are computed for the law that the baseline's scores really have.

From the top down:

    budgets            days between false alarms, over all series, as run lengths and back
    designs            limits for a baseline, with the assurance that they hold for most baselines of its size
    families           limits for both sides at once, and the laws that are least favourable to them
    search             the least whole number at which a monotone figure reaches a target
    ewma_run_lengths   mean and distribution of the run length of EWMA charts
    ewma_chains        the EWMA as a Markov chain, for scores and for normal values
    cusum_run_lengths  mean and distribution of the run length of CUSUM charts
    run_lengths        the results, and how a chain is followed to its signal
    linear             moves on lattices, and the equations of Markov chains
    laws               laws of scores: as counted, shifted, mixed, of means
    change_points      when a shift began
    ewma               EWMA charts
    cusum              CUSUM charts
    signals            side, statistic and limit of a signal
"""
