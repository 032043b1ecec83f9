"""PURE. The scheduler's facts as changes of nodes.

observed.py   translation of the scheduler's facts
changes.py    own facts as changes of nodes, inserted by their time
"""
