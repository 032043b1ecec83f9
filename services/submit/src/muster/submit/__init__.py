"""Is this request well-formed, allowed, new?"""
