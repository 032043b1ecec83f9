"""`python -m muster.agent`."""

import sys

from muster.agent.main import main

sys.exit(main())
