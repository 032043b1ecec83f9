"""A worker's child process: one content, from its order to its result.

executing.py  the story; what bounds it
locating.py   where the bytes of content lie, by the tables
sources.py    bytes in the store, read anywhere; what is tried again
judging.py    what the engine finds, as facts tell it
loaded.py     what all children have at their start
bases.py      the base models of a version, with the licences on their cards
chunked.py    a file in xorbs, read at any position
weights.py    fingerprints of a version's weights
"""
