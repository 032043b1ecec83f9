"""PURE. Daily charges of teams, projects and models, and detection of cost anomalies.

entities.py   the entities
comparing.py  comparison of a complete day with those before it
"""
