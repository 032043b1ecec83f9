"""What touches the world.

roles.py        how each role starts
http.py         the routes; answers.py: their JSON
budgets.py      the routes of budgets
costs.py        sums over the tables, and who sees what
periods.py      since and until of questions about costs
export/         charges as a file in the columns of FOCUS
reconciling.py  the identity, read from the log
running.py      what is not charged yet, folded from the log
projections.py  the tables
callers.py      which callers see more than their own
efficiency.py   allocated and used GPU time side by side
forecasts.py    forecasts of budgets, from the tables
measurer.py     Measurer: heartbeats in, UsageMeasured out
splits.py       costs of shared replicas, split by use
weekly/         a team's week
"""
