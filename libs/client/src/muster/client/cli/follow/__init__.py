"""Commands that go on: waiting for a job, reading on, redrawing a table.

progress     waiting for a job, reported as it changes
interrupted  Ctrl-C: the job goes on, and that is said
tail         the end of a log file, and what is added to it
watch        --watch: a table redrawn, or a line per change
"""
