"""Why an attempt failed: ordered rules as data, the first that matches wins.

Two halves that know nothing of each other but rule ids, so that they may run in different processes:

    scanning   lines of output or of the kernel's log -> which rules have a sign in them. Where the lines are:
               in the agent, in `muster debug`. The cost of a line is bounded.
    judging    what is known of an attempt (findings, exit code, conditions, node events) -> a verdict. Pure
               and without any text to match, so that a deciding core may do it.

rules      the types of a rule: signs, category, what to do
parsing    the rules file to rules; errors name rule, field, value and what is allowed
shipped    the rules that come with this package, and their version
evidence   what is known of one rank's failure
facts      public facts of an attempt as evidence
scanning   rules compiled to one automaton for each source of lines
judging    evidence to a verdict
gangs      the verdicts of several ranks: which failed first, which only followed
words      what a rule demands, as sentences
lag        which ranks lag in their collectives, from the watchdog's lines
"""
