"""Pure: what records say, as rows; what queries answer, as values.

rows         a record -> rows of the tables (Postgres)
documents    a record -> fields of a job's document (Elasticsearch)
graph        a record -> nodes and edges (Neo4j)
job_changes  what each fact changes about a job, for tables and documents
states       the states of nodes and reservations
read_model   what queries give back, and what they can be narrowed by
queue_tree   queues in a list to queues in a tree
capacity     whether any node could ever hold a rank of a job
output       chunks of output to lines
removal      what of an expired checkpoint is removed from the store
requests     requests to commands
grants       the objects that an agent may read and write
"""
