"""Readers of user input: job files, queue files, folders of working files, FIELD=VALUE.

reading    read YAML, with the line of each error, and FIELD=VALUE
jobfile    turn a job file into a request
queuefile  read a file of queues and plan its changes
files      pack a working directory reproducibly
fields     list the fields of a job for help texts, without loading pydantic
"""
