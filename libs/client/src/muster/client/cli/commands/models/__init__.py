"""Commands about models, and about datasets beside them."""
