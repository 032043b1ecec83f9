"""Output of every `muster` command, the client's own and those of other packages.

output     -o table|wide|json|jsonl|yaml|name, the same option everywhere
tables     tables that fit the terminal: columns are dropped by priority before any is cut too short
messages   messages for people, on stderr: errors with hints, the next command to type
progress   progress of long work, in bytes or files
words      plural forms, near misses
durations  durations in options
losses     reasons for lost work, in words
sparkline  numbers as a row of bars
svg        the SVG elements of Muster's pictures
pages      pages of one HTML file that load nothing and run nothing
escaping   escape texts of models and users for display

An error with the attribute `exit_code` (an int), and `hint` if the user can do something about it, ends a
command with that code and one message, which `messages.failed` prints. So a package's commands need no error
handling of their own, only errors with these two attributes.
"""
