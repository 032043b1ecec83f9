"""The world: routes, tables and roles."""
