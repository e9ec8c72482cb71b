"""The seeds of random scenarios. They change every day, so that the suite covers new cases over time."""

import os
import time

TODAY = int(time.time() // 86400)


def seed(name):
    """The environment variable of this name, or else the number of the day."""
    return int(os.environ.get(name, TODAY))
