"""What touches the world.

roles.py        how each role starts
http.py         the routes; answers.py: their JSON
budgets.py      the routes of budgets
costs.py        sums over the tables, and who sees what
export/         charges as a file in the columns of FOCUS
reconciling.py  the identity, read from the log
running.py      what is not charged yet, folded from the log
projections.py  the tables
"""
