"""PURE. Budgets: what may be spent, what is, and which thresholds that reached.

kept.py       the entities
setting.py    budgets are set and removed; where queues lie
spending.py   what is spent of a budget, day by day, as usage is recorded and charged
thresholds.py what is spent of it in its period, and the thresholds that this reaches or eases
rows.py       facts about them as rows of the tables
"""
