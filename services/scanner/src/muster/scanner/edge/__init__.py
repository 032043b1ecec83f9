"""What touches the world.

roles.py        how each role starts
http.py         the application, and who may see what
routes/         the routes
reading/        a worker's child process: where content lies, its bytes, what the engine says
projections.py  the tables
"""
