"""python -m muster.submit."""

import sys

from muster.submit.main import main

sys.exit(main())
