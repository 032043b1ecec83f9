"""Input and output: everything that touches the outside world.

roles.py        how each role starts
http.py         the application, and its access control
routes/         the routes
reading/        a worker's child process: where content lies, its bytes, what the engine says
projections.py  the tables
"""
