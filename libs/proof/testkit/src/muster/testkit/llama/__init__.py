"""A real llama.cpp server, in an environment of its own, with a random model.

server    starts and ends it
program   what runs in that environment: writes the model, then serves it
"""
