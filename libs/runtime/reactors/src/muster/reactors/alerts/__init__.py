"""The reactor of alerts: sends each by every route that it names, and reports the outcome.

sender.py   the reactor: AlertRaised -> an effect for each route -> AlertSent or AlertNotDelivered
targets.py  permitted targets of alerts, and the secrets of routes
written.py  the notation of a target
by_apprise.py  through Apprise: mail, Slack, PagerDuty and the rest
"""
