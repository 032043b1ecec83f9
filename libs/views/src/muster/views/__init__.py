"""Projections: what the log says, where it can be asked. Exactly once in effect, rebuildable, disposable.

view.py        what every view can do, and the errors: apply(rows, spans), positions, wait_for, beside, swap
rows.py        what is written, as values: Upsert (tables), Merge (documents), Node and Edge (graph)
postgres.py    rows and positions in one transaction
elastic.py     documents whose version is their position in the log; positions after them
graph.py       MERGE and positions in one transaction
projection.py  topics -> rows -> a view: one projection, one step of it
projector.py   projections run side by side, each in its own thread, each on its own after an outage
rebuild.py     the next generation beside the live one: catch up, compare, swap
"""
