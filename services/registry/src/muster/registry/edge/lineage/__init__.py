"""Lineage graph of versions, datasets, jobs, nodes and deployments, and the job behind a commit.

walks.py              walks over the edges in Postgres, which the routes use
graph.py              the same edges in Neo4j, with those of jobs and nodes
connections.py        paths from Neo4j; common ancestors and the affected from Postgres
answers.py            answers about connections, as the caller may see them
named.py              resolves the artifacts that a question names
attempts.py           identifies the job that sends a request
visibility.py         filters a walk to what the caller may see
routes.py             API: lineage and recalls
connection_routes.py  API: paths, common ancestors, the affected
"""
