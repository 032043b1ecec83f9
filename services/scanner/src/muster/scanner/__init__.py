"""Scan the registry's content for malicious files: each content once, until the rules change."""
