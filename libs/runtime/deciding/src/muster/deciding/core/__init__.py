"""Building blocks of a deciding service's core. PURE: no I/O, clock, chance, environment.

entities.py   the state: a table of entities by kind and key, and one batch's changes on top of it
by_time.py    keys of entities filed under a time, to find those that are due
decider.py    the functions of a service: decide, evolve, due, about
answers.py    refusals, and answers to duplicates, the same for all services
answered.py   commands already answered, so that a duplicate is answered once
batch.py      one batch: inputs and time in, facts out, the state brought up to date
"""
