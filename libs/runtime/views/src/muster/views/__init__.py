"""Projections: the log's content in stores that answer queries; exactly once in effect, rebuildable.

view            the interface of every view, and its errors: apply, positions, wait_for, next_generation, swap
json_text       JSON written straight from records
rows            what is written, as values: Upsert, Append (tables), Merge (documents), Node, Edge (graph)
postgres        rows and positions in one transaction
elastic         documents whose version is their position in the log; positions after them
graph           MERGE and positions in one transaction
projection      topics -> rows -> a view: one projection, one step of it
shared_reading  one reading of the log for all projections of a process, decoded once
projector       runs projections side by side, each in its own thread, independent of the others' outages
rebuild         builds the next generation beside the live one: catch up, compare, swap
declared        how a service declares a projection: its rows and its table, index or label definitions
registry        which projections are installed
commands        the outcome of each command: tables that every service with commands keeps
reading         answering queries: rows, pages, search, waiting for a position or an answer
fingerprints    hashes of contents that do not depend on a store's order. Pure
windows         windows in PostgreSQL: the newest value of each key
"""
