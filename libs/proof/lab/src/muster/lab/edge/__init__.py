"""The impure part of the laboratory: clocks, files, the log, random numbers, processes."""
