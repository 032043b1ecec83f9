"""Money of evaluations. PURE.

prices     prices of models' tokens
caps       the cap of a run
daily      limit of automatic runs in one day
spending   default and largest cap, and why a run ends at its own
"""
