"""Tests of pure cores: given / when / then, strategies, and what they are built from.

build       events with everything filled in but what the test is about
scenario    given / when / then for the scheduler's core
story       decisions as short lines
strategies  Hypothesis: clusters, jobs, histories
loads       small loads for the laboratory, random and by hand
"""
