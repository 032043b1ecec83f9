"""What a deciding service's core is made of. PURE: no I/O, clock, chance, environment.

entities.py   the state: a table of entities by kind and key, and one batch's changes on top of it
by_time.py    keys of entities filed under a time: what is due
decider.py    what a service brings: decide, evolve, what time brings, what a command is about
answers.py    refusals, and answers to duplicates: what all services say alike
answered.py   commands already answered, so that a duplicate is answered once
batch.py      one batch: inputs and time in, facts out, the state brought up to date
"""
