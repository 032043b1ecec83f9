"""What comes from what: versions, datasets, code, jobs and their checkpoints, evaluations, deployments. PURE.

artifacts.py  how artifacts are named in edges
entities.py   what the core remembers for it
recording.py  what follows from a commit and from a statement: start here
content.py    what two repositories share, and what a version seems to come from
rows.py       edges as rows of a table and of a graph
weights.py    the model that a version's weights come from, by fingerprints
"""
