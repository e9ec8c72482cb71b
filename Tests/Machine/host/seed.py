"""The seeds of scenarios that play by chance: each day another, so that what is hunted is not the same for ever."""

import os
import time

TODAY = int(time.time() // 86400)


def seed(name):
    """The environment's variable of that name, else the day."""
    return int(os.environ.get(name, TODAY))
