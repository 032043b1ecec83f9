"""`muster drift`. It imports the client alone: a laptop without servers runs it.

commands   the commands, in their order
monitors   `muster drift watch`, `unwatch`, `ls` and `simulate`
charts     `muster drift show`
inputs     how inputs compare with those of the first subgroups, in lines
judged     findings of a judge, in sentences
alarms     `muster drift alarms`, `samples` and `ack`
users      `muster drift forget`
options    arguments that several commands have
figures    figures as they are written in tables and sentences
"""

from muster.drift.cli.commands import app as app
