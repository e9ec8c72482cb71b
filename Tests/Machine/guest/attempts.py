"""What comes of attempts that a sandbox allows or prevents."""

import errno


def results(attempts):
    """For each name `allowed`, or the name of the error."""
    found = {}
    for name, attempt in attempts.items():
        try:
            attempt()
            found[name] = "allowed"
        except OSError as error:
            found[name] = errno.errorcode.get(error.errno, str(error))
    return found
