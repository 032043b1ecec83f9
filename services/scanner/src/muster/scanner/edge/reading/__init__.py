"""A worker's child process: one content, from its order to its result.

executing.py  entry point, and its limits
locating.py   location of content, by the tables
sources.py    bytes in the store, read at any offset, with retries
judging.py    findings of the engine, in the form used in facts
loaded.py     modules that all children share from their start
bases.py      the base models of a version, with the licences on their cards
chunked.py    a file in xorbs, read at any position
weights.py    fingerprints of a version's weights
"""
