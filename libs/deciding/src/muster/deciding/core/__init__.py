"""What a deciding service's core is made of. PURE: no I/O, clock, chance, environment.

entities.py   the state: a table of entities by kind and key, and one batch's changes on top of it
decider.py    what a service brings: decide, evolve, and what time brings
answered.py   commands already answered, so that a duplicate is answered once
batch.py      one batch: inputs and time in, facts out, the state brought up to date
answers.py    rejections and repetitions of commands, as facts
"""
