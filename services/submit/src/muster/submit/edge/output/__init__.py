"""Output of jobs.

reader  lines in the log's order, until the output is complete
source  list of output chunks, and their bytes
removal  deletes the output of ended jobs after its retention
"""
