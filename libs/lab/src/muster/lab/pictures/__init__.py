"""Replays shown: tables and curves in the terminal, SVG for pages."""
