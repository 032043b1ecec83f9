"""Why a job failed, from what is public: its facts, its output, its nodes.

ranks        lines by rank: the signs in them, the last of them, how far the rank came in its collectives
whereabouts  where ranks that hung were, from what their agents wrote
diagnose     an attempt, a watchdog's warning, or a log file, to a diagnosis
page         a diagnosis as one screen, and as data
latency      a replica that answers more slowly than usual. PURE
"""
