"""What people write, read: job files, files of queues, folders of working files, FIELD=VALUE.

reading    YAML with errors at their line, and FIELD=VALUE
jobfile    a job file made a request
queuefile  a file of queues, and what it would change
files      a working directory packed, the same bytes every time
fields     the fields of a job for help texts, without loading pydantic
"""
