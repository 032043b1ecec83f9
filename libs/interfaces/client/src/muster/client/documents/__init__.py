"""Readers of user input: job files, queue files, folders of working files, FIELD=VALUE.

user_input     read YAML, with the line of each error, and FIELD=VALUE
jobfile        turn a job file into a request
queuefile      read a file of queues and plan its changes
failure_rules  read a file of failure rules
files          pack a working directory reproducibly
fields         list the fields of a job for help texts, without loading pydantic
"""
