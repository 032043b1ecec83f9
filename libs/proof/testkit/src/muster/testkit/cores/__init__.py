"""Tests of pure cores: given / when / then, strategies, and builders for both.

build       events with everything filled in but what the test is about
scenario    given / when / then for the scheduler's core
story       decisions as short lines
strategies  Hypothesis: clusters, jobs, histories
metered     a metered cell: facts in, hours and charges out
same_queues the law that queues folded from public facts answer as the scheduler's do
loads       small loads for the laboratory, random and by hand
deciding    given / when / then for the core of any deciding service
"""
