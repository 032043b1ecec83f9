"""PURE. Who yields to whom; and the state that follows.

decisions.py   decide and evolve: requests to plans, and what ends a plan
answers.py     a request's answer as facts
planner.py     the plan for one job, or why there is none
search.py      the best set when few are in question: all sets, with bounds
pricing.py     the cheapest room on a large cluster
order.py       which set is better, and which is allowed
room.py        whether the job that asks surely fits
candidates.py  who may yield, and what it costs
history.py     earlier evictions, and the terms of a plan
world.py       the cell, folded from public facts; columns.py: the same as arrays
state.py       the entities
price.py       the price of a plan: losses of victims, gain of the job that asks
"""
