"""Frozen event types, generated from schemas/, and the envelope they travel in."""
