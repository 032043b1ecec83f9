"""Loads: jobs with arrival times and their cluster, read from files or generated."""
