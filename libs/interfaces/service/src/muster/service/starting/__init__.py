"""Start of each kind of role: a service declares its own parts and gets the Work.

decider.py    `decide`: a deciding service leads its cell, or stands by
projector.py  `project`: projections are kept up to date
api.py        `answer`: an API behind the command gateway, on the service's own tables
reactor.py    `react`: effects of facts are carried out, with a ledger; `post`: a webhook is notified of facts
worker.py     `work`: orders of a deciding service are carried out, each in a process of its own
window.py     `aggregate`: faust keeps windows in a table; `close_windows`: it closes them on a topic

Each is imported by itself, so that a process loads the clients of its own roles only.
"""
