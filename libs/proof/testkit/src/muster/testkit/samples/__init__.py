"""Small services, made to test the libraries that services are built on.

names   an entity per name: the deciding service
chores  hands out work: work orders
tally   the smallest machine that a leader can drive
"""
