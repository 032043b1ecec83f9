"""A load against a contender in virtual time, and what is looked at meanwhile."""
