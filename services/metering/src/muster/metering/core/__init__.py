"""PURE. Ownership of every GPU, and its cost.

decisions.py   decide and evolve: changes, hours that end, corrections, prices
running.py     costs not charged yet, as if their days ended now
state.py       the entities
meter.py       a node between two changes, and each owner's share of it in one window
ledger.py      daily charges of a node by payer, rounded once
usage/         the scheduler's facts as changes of nodes
costs/         prices, and daily charges to the cent
budgets/       budgets: amounts, spending and the thresholds reached
daily/         charges of complete days, and cost anomalies
measurement/   measured use of GPUs
rows.py        facts as rows of the tables
requests.py    requests to commands
"""
