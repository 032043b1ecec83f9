"""The routes, by subject.

alarms.py    what has moved, and who knows of it
monitors.py  how models are watched; series, charts, sampling
users.py     users who are forgotten
"""
