"""PURE. What follows from what, and facts as rows of the tables."""
