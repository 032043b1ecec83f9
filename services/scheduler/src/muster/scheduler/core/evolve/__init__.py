"""How facts change the state: nothing else does.

evolve     evolve(state, fact, cause): every fact, and what it changes
attempts   what agents report of attempts
nodes      nodes that come, fall silent, return, are closed and opened
reconcile  an agent that restarted, and what it runs
"""
