"""Preemption planning and the resulting state. PURE.

decisions.py   decide and evolve: turn requests into plans, and end plans
answers.py     the facts that answer a request
planner.py     the plan for one job, or why there is none
search.py      the best victim set when there are few candidates: branch and bound
pricing.py     the cheapest room on a large cluster
order.py       ranks victim sets and checks whether they are allowed
room.py        checks whether the requesting job is certain to fit
candidates.py  jobs that may yield, and their costs
history.py     earlier evictions, and the terms of a plan
world.py       the cell, folded from public facts; columns.py: the same as arrays
state.py       the entities
price.py       the price of a plan: losses of victims, gain of the requesting job
"""
