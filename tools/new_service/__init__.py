"""A new service on the mould: `python -m tools.new_service NAME`, or `make new-service NAME=...`."""
