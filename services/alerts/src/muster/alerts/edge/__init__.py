"""What touches the world.

roles.py        how each role starts
http.py         the routes
projections.py  the tables
"""
