"""What a job may be: the request model, its JSON Schema, and its conversion to the JobSpec event record."""
