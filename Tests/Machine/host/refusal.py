"""Checks how `bezel run` fails where it cannot run: its exit code and its message."""

import re

from host.failure import Failure, expect
from host.kiosk import FOLDER


def expect_refusal(stage, user, code, patterns):
    """Checks that it exits with `code`, that its error matches each of the patterns, and that there is no sign of a crash."""
    process = stage.guest.run("bezel", "run", FOLDER, user=user)
    expect(process.code, code, f"the exit code of `bezel run` as {user}, which printed:\n{process.stderr}")
    for pattern in patterns:
        if not re.search(pattern, process.stderr):
            raise Failure(f"the error does not match /{pattern}/:\n{process.stderr}")
    for sign in ("Fatal error", "Stack dump", "Backtrace"):
        if sign in process.stderr:
            raise Failure(f"the error looks like a crash:\n{process.stderr}")
