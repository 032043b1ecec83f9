"""PURE. Budgets: what may be spent, what is, and which thresholds that reached.

kept.py       the entities
setting.py    budgets are set and removed; where queues lie
spending.py   what is spent of a budget, day by day, as usage is recorded and charged
thresholds.py what is spent of it in its period, and the thresholds that this reaches or eases
quotas.py     how much of its own maximum a queue holds, and when that is told
guarantees.py what each queue is guaranteed of the cell, day by day
restricting.py what a spent budget does to its queue
rows.py       facts about them as rows of the tables
"""
