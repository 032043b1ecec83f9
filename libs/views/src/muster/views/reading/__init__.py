"""What queries are answered with: one view's tables and documents, and waiting for them.

tables   Tables: rows of one Postgres view, by statement or by page; whether a position or an answer is there
pages    lists in pages by keyset
search   Search: keys of documents of one Elasticsearch view, by page
watch    one connection that wakes everybody who waits for the projection

What answers nothing raises `muster.views.view.Unavailable`.
"""
