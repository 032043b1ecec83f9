"""Commands about queues and reservations."""
