"""`python -m muster.scheduler`."""

import sys

from muster.scheduler.main import main

sys.exit(main())
