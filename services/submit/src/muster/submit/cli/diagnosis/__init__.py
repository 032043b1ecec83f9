"""Diagnose why a job failed from public data: its facts, its output, its nodes.

ranks        lines by rank: signs of failure, last lines, progress in collectives
whereabouts  where hung ranks were, from the evidence their agents wrote
diagnose     turn an attempt, a watchdog's warning or a log file into a diagnosis
page         a diagnosis as one screen, and as data
latency      a replica that answers more slowly than usual. PURE
"""
