"""Scales time limits to the load of the host. The limits in scenarios are for an idle host."""

import os

# Two guests share a host of two processors with builds and other tests.
PATIENCE = float(os.environ.get("BEZEL_PATIENCE", 3))


def patient(limit):
    """The limit on a busy host, in seconds."""
    return limit * PATIENCE
