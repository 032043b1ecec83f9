"""Projections: what the log says, where it can be asked. Exactly once in effect, rebuildable, disposable.

view         what every view can do, and the errors: apply(rows, spans), positions, wait_for, beside, swap
rows         what is written, as values: Upsert (tables), Merge (documents), Node and Edge (graph)
postgres     rows and positions in one transaction
elastic      documents whose version is their position in the log; positions after them
graph        MERGE and positions in one transaction
projection   topics -> rows -> a view: one projection, one step of it
projector    projections run side by side, each in its own thread, each on its own after an outage
rebuild      the next generation beside the live one: catch up, compare, swap
declared     a projection as a service declares it: a new service gives its rows and its definition
registry     which projections are installed
commands     what became of each command: tables that every service with commands keeps
reading      what queries are answered with: rows, pages, search, waiting for a position or an answer
"""
