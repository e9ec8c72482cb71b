"""Keys of a keyboard that is plugged in reach neither the shell behind the kiosk nor the kernel's console. When the kiosk
ends or is killed, the shell has its keyboard again."""

import time

from host.failure import Failure, expect
from host.keyboard import Keyboard
from host.kiosk import Kiosk

GPUS = ("virtio",)
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True

STATE = "import fcntl, struct; print(struct.unpack('3H', fcntl.ioctl(open('/dev/tty0'), 0x5603, bytes(6)))[0])"


def run(stage):
    guest = stage.guest
    guest.panel()
    keyboard = Keyboard(guest)
    # A shell on the console, as after a login through getty.
    guest.start("sh", "-c", "exec bash --norc </dev/tty1 >/dev/tty1 2>&1", name="shell")
    expect_typed(guest, keyboard, "before", True)

    kiosk = Kiosk(stage)
    before = kiosk.still_screen("1-kiosk")
    expect(guest.ask("has_open", name="bezel", path=keyboard.node), False, "whether the kiosk has opened the keyboard")
    expect_typed(guest, keyboard, "behind", False)
    for keys in ("LEFTCTRL C", "LEFTCTRL LEFTALT F2", "LEFTALT F3", "LEFTCTRL LEFTALT DELETE"):
        keyboard.play(f"press {keys}")
    expect(guest.output("python3", "-c", STATE).strip(), "1", "the virtual terminal in the foreground")
    # Plugged in while the kiosk runs.
    keyboard.unplug()
    keyboard = Keyboard(guest)
    expect(guest.ask("has_open", name="bezel", path=keyboard.node), False, "whether the kiosk has opened the other one")
    expect_typed(guest, keyboard, "again", False)
    expect(kiosk.still_screen("2-typed") == before, True, "whether the screen shows what it did before keys were typed")
    kiosk.stop()
    expect_typed(guest, keyboard, "after", True)

    kiosk = Kiosk(stage, part="killed")
    expect_typed(guest, keyboard, "second", False)
    kiosk.process.signal(9)
    expect(kiosk.process.wait(), -9, "the exit code of a kiosk that was killed")
    expect_typed(guest, keyboard, "killed", True)


def expect_typed(guest, keyboard, name, wanted):
    """Types a command that creates a file, and checks whether the file appears as wanted."""
    path = f"/tmp/{name}"
    keyboard.play(f"type touch {path}")
    # The shell needs time. If no file is expected, this is how long to wait for it. When a kiosk was killed, the seat needs time
    # to restore the keyboard, and keys typed before are lost, so type the command again.
    begin = time.monotonic()
    end, again = begin + (20 if wanted else 3), begin + 2
    while not guest.find(path):
        if wanted and time.monotonic() > again:
            again = time.monotonic() + 2
            keyboard.play(f"type touch {path}")
        if time.monotonic() > end:
            if wanted:
                raise Failure(f"the typed command has not reached the shell: there is no {path}")
            return
        time.sleep(0.1)
    if not wanted:
        raise Failure(f"the typed command has reached the shell behind the kiosk: there is {path}")
