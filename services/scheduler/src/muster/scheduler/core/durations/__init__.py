"""How long jobs run: what is remembered of past attempts, and what is forecast from it (ADR 13).

estimator   how long a job will run, and what an attempt that ended teaches
forecast    the calibrated distribution of one run time
history     what is remembered: a bounded number of groups of jobs
histogram   distributions in integers, and mixtures of them
"""
