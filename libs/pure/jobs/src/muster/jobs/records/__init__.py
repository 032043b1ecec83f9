"""Requests to event records, and back.

spec    to_spec, from_spec: a job
queues  to_settings, from_settings: a queue
"""
