"""Near-duplicates within a golden set, and its cases in training text.

duplicates  groups of cases that say almost the same
leaks       cases and canaries found in training text
clusters    one cluster for each group; none with held-out cases and others
texts       cases as the checks read them: words, expected texts, canary
"""
