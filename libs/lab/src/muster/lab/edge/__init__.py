"""What the laboratory may not do in the open: read a clock, draw numbers, start processes."""
