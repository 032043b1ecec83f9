"""Alerts: which facts of other services somebody should know of, and where they are sent."""
