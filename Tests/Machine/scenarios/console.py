"""When the kiosk ends, the console is restored: its picture, its keyboard and its mode."""

from host.failure import Failure, expect
from host.kiosk import Kiosk

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True

# KDGETMODE and KDGKBMODE of tty1, and the VT in the foreground from VT_GETSTATE. (VT_GETMODE is not compared: seatd leaves
# VT_PROCESS behind.)
STATE = """
import fcntl, struct
with open('/dev/tty1') as tty:
    number = lambda request: struct.unpack('i', fcntl.ioctl(tty, request, bytes(4)))[0]
    print(number(0x4B3B), number(0x4B44), struct.unpack('3H', fcntl.ioctl(tty, 0x5603, bytes(6)))[0])
"""


def run(stage):
    guest = stage.guest
    guest.output("sh", "-c", r"printf '\033[2J\033[HThe console before the kiosk' >/dev/tty1")
    guest.panel()
    state = guest.output("python3", "-c", STATE)
    before = stage.still_screen("1-before")
    kiosk = Kiosk(stage)
    if kiosk.still_screen("2-kiosk") == before:
        raise Failure("the kiosk runs, but the screen still shows the console")
    kiosk.stop()
    expect(guest.output("python3", "-c", STATE), state,
           "the console's mode, its keyboard's, and the VT in the foreground")
    if stage.still_screen("3-after") != before:
        raise Failure("the screen does not show the console as it was: see 1-before.png and 3-after.png")
