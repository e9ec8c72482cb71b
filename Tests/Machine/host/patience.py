"""How long is waited for what has to come. The limits in scenarios are for a host with nothing else to do."""

import os

# Two guests, and what is built and tested beside them, share a host of two processors.
PATIENCE = float(os.environ.get("BEZEL_PATIENCE", 3))


def patient(limit):
    """The limit on a host that is busy, in seconds."""
    return limit * PATIENCE
