"""The routes.

scans.py       findings in content, and rescans
reviews.py     review queue; reviews and overrides
rules.py       active rules
visibility.py  queries of the tables, limited to what a caller may see
answers.py     the answers
installed.py   the rules this process started with, and whether the folder still has them
"""
