"""Answering queries from one view's tables, documents and graph, and waiting for them to be up to date.

tables   Tables: rows of one Postgres view, by statement or by page; waits for a position or an answer
pages    lists in pages by keyset
search   Search: keys of documents of one Elasticsearch view, by page
graph    Graph: records of one Neo4j view, each query with a time limit
watch    one connection that wakes all requests that wait for the projection

A store that does not answer raises `muster.views.view.Unavailable`.
"""
