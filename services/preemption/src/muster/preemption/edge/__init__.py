"""What touches the world.

roles.py       how the role starts: the core on the mould
follower.py    the world, folded from job-events exactly as far as the next decision needs it
http.py        the routes: plans, and plans tried without being written; answers.py: their JSON
policy.py      the routes of the policy
asking.py      what routes ask of the thread that decides
audit.py       the log decided again
"""
