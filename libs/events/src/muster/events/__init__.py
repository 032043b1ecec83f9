"""Frozen event types, generated from schemas/, and the envelope they travel in. Pure.

envelope    Envelope[P], Topic, envelope_from_datum
datum       generated types to plain data and back
topics      every Topic, and TOPICS
<topic>     one generated module per topic: its records, Payload (their union), PAYLOADS, SCHEMA
"""
