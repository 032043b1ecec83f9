"""PURE. Whose each GPU was, and what it cost.

meter.py       a node between two changes, and what each owner had of it in one window
state.py       the entities
observed.py    the scheduler's facts as this service's own
changes.py     own facts as changes of nodes, put where they belong by their time
ledger.py      what a node's day costs and who pays, rounded once
prices.py      cards of prices: what is activated, for which time; re-ratings
charging.py    when a day is charged, and when that is corrected
measuring.py   what GPUs really did: beats as windows
measured_rows.py  that as rows of tables
advice.py      what a smaller request would have cost
budgets/      what may be spent, what is, and which thresholds that reached
running.py     what is not charged yet, as if its days ended now
decisions.py   decide and evolve: changes, hours that end, corrections, prices
daily/         charges of complete days, and the days that stand out
forecast.py    what a month will cost, as a calibrated range
reconciliation.py  the identity checked against the log: charges equal costs
requests.py    requests to commands
storage.py     storage of checkpoints, output and repositories, and its daily cost
evaluations.py what evaluations paid their endpoints, by the day
sums.py        sums by dimensions, rounded so that they add up to one total
token_work.py  the cost of a shared replica, split by use
"""
