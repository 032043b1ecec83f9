"""How every command of `muster` prints, the client's own and those of other packages.

output     -o table|wide|json|jsonl|yaml|name, the same option everywhere
tables     tables that fit the terminal: columns are dropped by priority before any is cut to nonsense
messages   what is said to people, on stderr: errors with hints, the next command to type
words      plural forms, near misses
durations  durations as options take them

An error that carries `exit_code` (an int) and, where there is something to do about it, `hint`, ends a
command with that code and one message; `messages.failed` prints it. So a package needs no error handling of
its own for its commands, only errors that say these two things.
"""
