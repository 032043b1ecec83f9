"""The world: routes, tables, roles, and what a worker does with an order."""
