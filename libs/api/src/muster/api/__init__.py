"""The FastAPI factory every service's HTTP edge is made with."""
