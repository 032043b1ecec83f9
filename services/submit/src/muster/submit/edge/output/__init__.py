"""The output of jobs.

reader  lines in the log's order, as long as they come
source  which chunks of output there are, and their bytes
removal  deletes the output of ended jobs after a time
"""
