"""PURE. Prices, and daily charges to the cent.

prices.py      rate cards: activation, validity, re-ratings
charging.py    charging of days, and correction of their charges
storage.py     storage of checkpoints, output and repositories, and its daily cost
evaluations.py payments of evaluations to their endpoints, by day
token_work.py  the cost of a shared replica, split by use
forecast.py    forecast of a month's cost, as a calibrated range
advice.py      savings that a smaller request would have brought
sums.py        sums by dimensions, rounded so that they add up to one total
reconciliation.py  check against the log: charges equal costs
"""
