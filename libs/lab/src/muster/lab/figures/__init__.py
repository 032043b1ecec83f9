"""What a replay came to, as numbers, and who wins by which of them."""
