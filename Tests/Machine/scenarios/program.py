"""Pages that are other programs' windows, in the Debian package's units: a program in its sandbox, touched, left and come back to,
killed, and ended with the kiosk."""

import json

from host.failure import Failure, expect
from host.service import SWIPE, Service
from host.tree import await_window, place

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 500
NEEDS_BEZEL = False

PAGES = """
    mkdir -p /srv/pages /srv/open /home/somebody; chmod 777 /srv/open; touch /tmp/everybody /dev/shm/everybody /home/somebody/letter
    cat >/srv/pages/home.md <<'END'
# Programs

- [Draw](draw.md)
- [Fence](fence.md)
- [Stop](stop.md)
END
    printf '+++\\ntitle = "Draw"\\napp = "weston-simple-touch"\\n+++\\n' >/srv/pages/draw.md
    printf '+++\\ntitle = "Fence"\\napp = ["/usr/bin/python3", "/machine/tools/program_fence.py"]\\n+++\\n' >/srv/pages/fence.md
    printf '+++\\ntitle = "Stop"\\napp = ["/usr/bin/python3", "/machine/tools/stop_supervisor.py"]\\n+++\\n' >/srv/pages/stop.md
    printf 'kiosk = "/srv/pages"\\n' >/etc/bezel/bezel.toml
"""
DRAW, FENCE, STOP = "weston-simple-touch", "program_fence.py", "stop_supervisor.py"
STROKE = ("down 1 240 150", "move 1 290 170 over 300", "up 1")


def run(stage):
    guest = stage.guest
    service = Service(stage, "seatd")
    service.install()
    guest.output("sh", "-ec", PAGES, name="pages")
    expect("0 errors, 0 warnings" in guest.output("bezel", "check", "/srv/pages", name="check"), True, "whether the pages are right")
    service.panel = guest.panel()
    service.start_as_boot_does()
    home = service.still_screen("1-home")
    expect(processes(guest, DRAW), [], "programs before their page is shown")

    tap(service, "Draw")
    await_window(service, "Draw")
    first = processes(guest, DRAW)
    empty = service.still_screen("2-window")
    service.panel.play(*STROKE)
    service.await_true(lambda: service.still_screen("3-drawn") != empty, 60, "a stroke of a finger draws nothing in a program")
    drawn = service.still_screen("3-drawn")
    service.panel.play(*SWIPE)
    if service.still_screen("4-back") != home:
        raise Failure("a swipe from the edge did not bring the first page back over a program: see 4-back.png")
    tap(service, "Draw")
    await_window(service, "Draw")
    if service.still_screen("5-kept") != drawn:
        raise Failure("a program that was left for a moment does not show what it showed: see 5-kept.png")
    expect(processes(guest, DRAW), first, "the program's processes after its page was left and shown again")

    guest.output("kill", "-9", first[0])
    service.await_true(lambda: processes(guest, DRAW) not in ([], first), 60, "a program that was killed is not started again")
    await_window(service, "Draw")
    if service.still_screen("6-killed") != empty:
        raise Failure("a program that was killed does not show its window again: see 6-killed.png")
    service.panel.play(*SWIPE)
    service.still_screen("7-back")

    stands_in_its_sandbox(service)
    ends_although_its_supervisor_is_stopped(service)
    service.stop()
    service.await_true(
        lambda: not [one for word in (DRAW, FENCE, STOP) for one in processes(guest, word)], 60, "programs go on without their kiosk")
    expect(guest.find("/tmp/systemd-private-*-bezel-guest*/tmp/*"), [], "what programs have left")
    service.purge()


def stands_in_its_sandbox(service):
    """A program tries what it must not be able to do."""
    guest = service.guest
    tap(service, "Fence")
    service.await_true(lambda: attempts(guest), 60, "the program in the sandbox says nothing")
    found = attempts(guest)
    # The other program goes on, as another user.
    users = [user(guest, processes(guest, word)[0]) for word in (DRAW, FENCE)]
    # systemd.exec(5): DynamicUser= takes users from 61184 to 65519.
    if len(set(users)) < 2 or not all(61184 <= number <= 65519 for number in users):
        raise Failure(f"two programs are the users {users}")
    service.stage.write("program-fence.txt", "".join(f"{name:32} {result}\n" for name, result in found.items()))
    wrong = [f"{name}: {result}" for name, result in found.items() if (result == "allowed") != name.startswith("+")]
    if wrong:
        raise Failure("different from docs/security.md:\n" + "\n".join(wrong))
    print(f"        {len(found)} attempts of a program: see program-fence.txt", flush=True)
    service.panel.play(*SWIPE)
    service.still_screen("8-fence")


def ends_although_its_supervisor_is_stopped(service):
    """A program stops the process that runs it, which is of its own user, and is ended with it. (The page starts it again, more than once.)"""
    guest = service.guest
    tap(service, "Stop")
    service.await_true(lambda: processes(guest, STOP), 60, "the program that stops what runs it does not run")
    first = processes(guest, STOP)[0]
    service.await_true(
        lambda: f"stopped by {first}" in guest.output("journalctl", "--no-pager", "--output=cat", "-t", "bezel-guest", name="guest-journal").splitlines(),
        30, "the process that runs a program was not stopped by it")
    service.await_true(lambda: first not in processes(guest, STOP), 60, "a program that has stopped what runs it is not ended")
    service.panel.play(*SWIPE)
    service.still_screen("9-stop")


def attempts(guest):
    lines = guest.output("journalctl", "--no-pager", "--output=cat", "-t", "bezel-guest", name="guest-journal").splitlines()
    found = [line for line in lines if line.startswith("{")]
    return json.loads(found[-1]) if found else None


def user(guest, process):
    return int(guest.output("stat", "-c", "%u", f"/proc/{process}"))


def tap(service, title):
    """Taps a row of the first page."""
    x, y = place(service.guest, "link", title)
    service.panel.play(f"down 1 {x} {y}", "hold 60", "up 1")


def processes(guest, word):
    """The processes that run a program, without what runs programs for the kiosk."""
    return guest.run("pgrep", "-f", f"^([^ ]*/)?(python3 .*)?{word}").text().split()
