"""``python -m ddz_core.cli`` is ``ddz``."""

import sys

from . import main

sys.exit(main())
