"""`bezel run` where it cannot run: its exit code and what it says."""

import re

from host.failure import Failure, expect
from host.kiosk import FOLDER


def expect_refusal(stage, user, code, patterns):
    """It exits with `code`, and its error has each of the patterns and no sign of a crash."""
    process = stage.guest.run("bezel", "run", FOLDER, user=user)
    expect(process.code, code, f"the exit code of `bezel run` as {user}, which said:\n{process.stderr}")
    for pattern in patterns:
        if not re.search(pattern, process.stderr):
            raise Failure(f"the error says nothing like /{pattern}/:\n{process.stderr}")
    for sign in ("Fatal error", "Stack dump", "Backtrace"):
        if sign in process.stderr:
            raise Failure(f"the error looks like a crash:\n{process.stderr}")
