"""Run times: the history of past attempts, and estimates from it (ADR 13).

estimator   estimates a job's run time, and learns from ended attempts
forecast    the calibrated distribution of one run time
history     the history: a bounded number of groups of attempts
histogram   distributions in integers, and mixtures of them
table       the same in one array, for large cells; compiled: what numba compiles for it
waits       waits of jobs, learned from recorded predictions
"""
