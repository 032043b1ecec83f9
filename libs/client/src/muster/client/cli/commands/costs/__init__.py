"""Commands about prices and costs."""
