"""Which job gets which GPUs, when."""
