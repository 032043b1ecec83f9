"""The reactor of alerts: each is sent by every route it names, and what became of it is told.

sender.py   the reactor: AlertRaised -> an effect for each route -> AlertSent or AlertNotDelivered
targets.py  where alerts may be sent, and the secrets of routes
written.py  how a target is written
by_apprise.py  through Apprise: mail, Slack, PagerDuty and the rest
"""
