"""PURE. Budgets: amounts, spending and the thresholds reached.

entities.py   the entities
setting.py    setting and removal of budgets; placement of queues
spending.py   daily spending of a budget, as usage is recorded and charged
thresholds.py spending of a budget in its period, and the thresholds it reaches or eases
quotas.py     usage of a queue's own maximum, and the report when it is nearly reached
guarantees.py guarantees of the cell's queues, day by day
restricting.py restriction of a queue by its spent budget
rows.py       facts about them as rows of the tables
"""
