"""The routes, by subject.

alarms.py    what has moved, and who knows of it
charts.py    charts of a model, as data and as a picture
monitors.py  how models are watched; sampling, simulations
samples.py   the worst samples of an alarm, with their texts
users.py     users who are forgotten
"""
