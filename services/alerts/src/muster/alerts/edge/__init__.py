"""Edge of the service: roles, routes and tables.

roles.py        start of each role
http.py         the routes
projections.py  the tables
"""
