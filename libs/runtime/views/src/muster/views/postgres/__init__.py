"""A view of tables in PostgreSQL.

view     PostgresView: start here
upserts  groups rows that one statement can write
"""

from muster.views.postgres.view import PostgresView

__all__ = ["PostgresView"]
