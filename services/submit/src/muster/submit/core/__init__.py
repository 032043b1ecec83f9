"""Pure: what records say, as rows; what queries answer, as values.

rows.py           a record -> rows of the tables (Postgres)        job_rows, node_rows, command_rows: its
parts documents.py      a record -> fields of a job's document (Elasticsearch)
graph.py          a record -> nodes and edges (Neo4j)
states.py         the states of jobs and nodes
read_model.py     what queries give back, and what they can be narrowed by
"""
