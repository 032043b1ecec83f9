"""The scheduler: decides which job gets which GPUs, and when."""
