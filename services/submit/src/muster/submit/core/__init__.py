"""Pure: records as rows, answers of queries as values.

rows         a record -> rows of the tables (Postgres)
documents    a record -> fields of a job's document (Elasticsearch)
job_changes  changes of a job by each fact, for tables and documents
states       the states of nodes and reservations
read_model   filters and rows of queries
queue_tree   queues in a list to queues in a tree
queue_check  whether a job's queue takes it
capacity     whether any node could ever hold a rank of a job
output       chunks of output to lines
use          measured use of nodes, of their newest heartbeats
removal      files of an expired checkpoint to remove from the store
requests     requests to commands
grants       the objects that an agent may read and write
"""
