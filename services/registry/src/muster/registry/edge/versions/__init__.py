"""What is known about versions and their content, for readers and in routes of its own.

reading.py    what the tables know
guard.py      who reads a file
routes.py     versions, pointers, what is closed, the organisation's policy
"""
