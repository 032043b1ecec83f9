"""Samples of production inference, taken in the server itself.

middleware.py  ASGI middleware: samples requests of an OpenAI-compatible server, accepts feedback
polling.py     takes the policy from the drift service
sending.py     a bounded queue and one thread that appends samples to the log
bodies.py      texts of samples, in the record or in S3
exchanges.py   PURE. a request and its answer, as a sample
feedback.py    PURE. a report of a user, as an event
redaction.py   PURE. removes personal data and secrets from texts
choosing.py    PURE. decides which requests are sampled
policies.py    PURE. how much is sampled
"""
