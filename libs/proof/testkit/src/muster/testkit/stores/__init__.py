"""Stores of objects other than the stack's own."""
