"""A view of tables in PostgreSQL.

view     PostgresView: start here
upserts  rows that one statement can write together
"""

from muster.views.postgres.view import PostgresView

__all__ = ["PostgresView"]
