"""Every GPU millisecond has an owner: usage by the hour."""
