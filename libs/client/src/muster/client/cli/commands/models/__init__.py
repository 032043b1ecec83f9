"""Commands about models and datasets."""
