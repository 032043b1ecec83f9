"""PURE. Whose each GPU was.

meter.py       a node between two changes, and what each owner had of it in one window
state.py       the entities
observed.py    the scheduler's facts as this service's own
changes.py     own facts as changes of nodes, put where they belong by their time
decisions.py   decide and evolve: changes, hours that end, and corrections
"""
