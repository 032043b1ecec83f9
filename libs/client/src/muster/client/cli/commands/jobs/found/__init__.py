"""Which jobs there are, and which ones a command means."""
