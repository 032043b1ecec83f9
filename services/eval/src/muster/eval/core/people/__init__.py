"""Scores by people, beside the judge's. PURE.

labels       scores of answers by people
removals     labels that are removed
labelling    queue of answers that people are to score
calibration  a judge beside people
"""
