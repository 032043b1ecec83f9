"""What every event is made of; written by hand.

record        what makes a class an event
datum         generated types to plain data and back
envelope      Envelope[P], Topic, envelope_from_datum
once          what is found once about many equal records
deciding_log  the log of a deciding service: one shape for all
sender        who sends a command, as the command names it
stamp         the envelope of a command: who asks, its id and time
"""
