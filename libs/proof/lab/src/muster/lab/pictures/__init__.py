"""Replays as tables and curves in the terminal, and as SVG for pages."""
