"""What is played today. Some proofs take minutes and rarely fail, so that each day plays one of them, and BEZEL_TURNS=all plays all.
tools/test plays all scenarios every second day, so the turn lasts for two days."""

import os
import time

PLAYS_ALL = os.environ.get("BEZEL_TURNS") == "all"
TODAY = int(time.time() // (2 * 86400))


def of_today(choices):
    """One of `choices`, in turn, or all."""
    return list(choices) if PLAYS_ALL else [choices[TODAY % len(choices)]]
