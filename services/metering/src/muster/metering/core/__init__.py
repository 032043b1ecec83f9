"""PURE. Ownership of every GPU, and its cost.

meter.py       a node between two changes, and each owner's share of it in one window
state.py       the entities
observed.py    translation of the scheduler's facts
changes.py     own facts as changes of nodes, inserted by their time
ledger.py      daily charges of a node by payer, rounded once
prices.py      rate cards: activation, validity, re-ratings
charging.py    charging of days, and correction of their charges
measuring.py   measured GPU utilisation: heartbeats in windows
measured_rows.py  measurements as rows of tables
advice.py      savings that a smaller request would have brought
budgets/      budgets: amounts, spending and the thresholds reached
running.py     costs not charged yet, as if their days ended now
decisions.py   decide and evolve: changes, hours that end, corrections, prices
daily/         charges of complete days, and cost anomalies
forecast.py    forecast of a month's cost, as a calibrated range
reconciliation.py  check against the log: charges equal costs
requests.py    requests to commands
storage.py     storage of checkpoints, output and repositories, and its daily cost
evaluations.py payments of evaluations to their endpoints, by day
sums.py        sums by dimensions, rounded so that they add up to one total
token_work.py  the cost of a shared replica, split by use
"""
