"""The routes.

scans.py    what was found in content, and scanning it again
reviews.py  what waits for a reviewer; reviews and overrides
rules.py    active rules
seen.py     what the tables know, of what a caller may see
shown.py    the answers
installed.py  the rules this process started with, and whether the folder still has them
"""
