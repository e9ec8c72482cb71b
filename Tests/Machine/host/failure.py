"""What a scenario that does not hold raises, and the one way to compare."""


class Failure(Exception):
    """Its text is for a person: what, which, and what was there instead."""


def expect(actual, expected, what):
    if actual != expected:
        raise Failure(f"{what}: expected {expected!r}, got {actual!r}")
