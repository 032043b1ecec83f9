"""Input and output: everything that touches the outside world.

roles.py        start of each role
http.py         the application, and its access control
routes/         the routes
reading/        a worker's child process: location of content, its bytes, its findings
projections.py  the tables
"""
