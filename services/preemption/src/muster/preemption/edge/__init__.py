"""I/O around the core.

roles.py       starts the role: the core in the service framework
follower.py    the world, folded from job-events exactly as far as the next decision needs it
http.py        the routes: plans, and dry runs that write nothing; answers.py: their JSON
policy.py      the routes of the policy
queries.py     queries from routes to the deciding thread
audit.py       replays and verifies the log
"""
