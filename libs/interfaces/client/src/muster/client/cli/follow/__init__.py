"""Long-running commands: wait for a job, follow output, redraw a table.

progress     wait for a job and report its changes
interrupted  handle Ctrl-C: the job keeps running, and a message says so
tail         print the end of a log file and follow it
watch        --watch: redraw a table, or print a line per change
"""
