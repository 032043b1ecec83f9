"""Requests about jobs: sent, waited for, and what became of them."""
