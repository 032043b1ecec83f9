"""Cases from files of other tools, with a list of everything that has no equivalent in a golden set.

promptfoo   configs of promptfoo: prompts, tests, assertions
assertions  assertions of promptfoo as checks
inspect     datasets of Inspect
records     records of any dataset, by a mapping of fields
tables      JSON lines, JSON and CSV as records
templates   variables in prompts
cases       cases, losses, places in files, and errors
"""
