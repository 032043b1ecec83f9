"""Frozen event types, generated from schemas/, and the envelope they travel in. Pure.

<topic>    one generated module per topic: its records, Payload (their union), PAYLOADS, SCHEMA
topics     every Topic, and TOPICS; generated
traffic    the writers and readers of each topic; generated
shared     generated too: records that several topics share
wire       written by hand: what makes a class an event, its plain data, the envelope
sentences  every event as one short line for people
subjects   users as samples of production name them: by a keyed hash
refusal    reasons for which a sender may not send a record
"""
