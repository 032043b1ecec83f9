"""Edge of the service: roles, routes, tables and the log.

roles.py        start of each role
http.py         the routes
amounts.py      money and GPU time in answers
budgets.py      the routes of budgets
costs.py        sums over the tables, and access to them
periods.py      since and until of cost queries
export/         charges as a file in the columns of FOCUS
reconciling.py  reconciliation of the log with the tables
running.py      costs not charged yet, computed from the log
projections.py  the tables
callers.py      callers that see more than their own
efficiency.py   allocated and used GPU time side by side
forecasts.py    forecasts of budgets, from the tables
measurer.py     Measurer: heartbeats in, UsageMeasured out
splits.py       costs of shared replicas, split by use
weekly/         a team's week
"""
