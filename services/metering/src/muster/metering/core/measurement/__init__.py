"""PURE. Measured use of GPUs.

windows.py    heartbeats in five-minute windows
rows.py       measurements as rows of tables
"""
