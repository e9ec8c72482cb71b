"""The exception that a failed scenario raises, and the comparison that raises it."""


class Failure(Exception):
    """A failure. Its text names what was compared, what was expected, and what was found."""


def expect(actual, expected, what):
    if actual != expected:
        raise Failure(f"{what}: expected {expected!r}, got {actual!r}")
