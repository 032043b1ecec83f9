"""What is dangerous in what the registry keeps: each content is read once, until the rules change."""
