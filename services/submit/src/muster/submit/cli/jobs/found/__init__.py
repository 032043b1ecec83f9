"""Commands that list jobs, and the selection of the jobs that a command applies to."""
