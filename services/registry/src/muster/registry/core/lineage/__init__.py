"""Lineage of versions, datasets, code, jobs, checkpoints, evaluations and deployments. PURE.

artifacts.py  names of artifacts in edges
entities.py   entities of lineage
recording.py  lineage from commits and from statements of users: start here
content.py    content shared by repositories, and origins that it suggests
rows.py       edges as rows of a table and of a graph
questions.py  questions about connections: names of artifacts, limits
answers.py    answers to them: what the caller may see of rows and paths
weights.py    the model that a version's weights come from, by fingerprints
"""
