"""The client's own commands: one module each, loaded when its command is used."""
