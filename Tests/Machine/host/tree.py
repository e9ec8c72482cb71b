"""What is on the glass in words, as `bezel control tree` says it."""

import re

from host.failure import Failure


def tree(guest, *arguments):
    """Role, name, value and the middle (mm) of each element."""
    found = []
    for line in guest.output("bezel", "control", "tree", *arguments, name="tree").splitlines():
        match = re.match(r'(\S+) "(.*?)"(?: = "(.*?)")?(?:, disabled)? at (-?\d+) (-?\d+) (\d+) (\d+)$', line.strip())
        if match:
            role, name, text, x, y, width, height = match.groups()
            found.append((role, name, text, (int(x) + int(width) / 2, int(y) + int(height) / 2)))
    return found


def place(guest, role, name, *arguments):
    """The middle (mm) of the element with this role and name."""
    for other_role, other, _, middle in (words := tree(guest, *arguments)):
        if (role, name) == (other_role, other):
            return middle
    raise Failure(f"there is no {role} called {name} on the glass, but {words}")


def await_window(service, title, limit=60):
    """Waits until the window of a program is on the page called `title`."""
    service.await_true(lambda: ("group", title) in [word[:2] for word in tree(service.guest)], limit, f"no window comes on the page {title}")
