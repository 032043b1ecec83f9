"""Nodes that are kept free, and who may use them meanwhile.

head_of_line  what is kept for a blocked head of line, and until when: nobody starves
planner       where and when a gang will have room
advance       nodes reserved for a queue, from a time until another
backfill      who may run ahead on those nodes: who is believed to be gone in time
"""
