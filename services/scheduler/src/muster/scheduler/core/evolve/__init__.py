"""How facts change the state: nothing else does.

evolve     evolve(state, fact, cause): every fact, and what it changes
holdings   who holds and who waits, counted for the job's queue and every queue above it
attempts   what agents report of attempts
nodes      nodes that come, fall silent, return, are closed and opened
reconcile  an agent that restarted, and what it runs
"""
