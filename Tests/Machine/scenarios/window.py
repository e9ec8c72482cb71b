"""Under a compositor the kiosk is a window that gets the compositor's touches, and the screen equals a replay."""

import time

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions

GPUS = ("virtio",)
INIT = "small"
LIMIT = 300
NEEDS_BEZEL = True

FOLDER = "/tmp/compositor"
ENVIRONMENT = {"XDG_RUNTIME_DIR": FOLDER, "WAYLAND_DISPLAY": "window"}


def run(stage):
    guest = stage.guest
    panel = guest.panel(size="527x296", rate=100)
    guest.output("mkdir", "-m", "700", FOLDER, user="kiosk")
    # Debian's weston does not support seatd, so it runs as root, and the kiosk's user gets access to its socket.
    compositor = guest.start(
        "weston", "--no-config", "--backend=drm-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--idle-time=0",
        "--socket=window", "--tty=1", environment=ENVIRONMENT)
    for _ in range(150):
        if guest.find(f"{FOLDER}/window"):
            break
        time.sleep(0.2)
    else:
        raise Failure(f"weston has opened no socket:\n{compositor.text()}")
    guest.output("chown", "kiosk", f"{FOLDER}/window")

    kiosk = Kiosk(stage, part="swipe", environment=ENVIRONMENT)
    kiosk.still_screen("1-before")
    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    held = kiosk.still_screen("2-held")
    panel.play("up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    settled = kiosk.still_screen("3-settled")
    kiosk.stop()
    replay = Replay(kiosk)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    replay.expect_shown(held, "2-held", kind="transition", phase="settling")
    replay.expect_shown(settled, "3-settled")

    orphan = Kiosk(stage, part="orphan", environment=ENVIRONMENT)
    compositor.stop()
    orphan.process.wait(30)
    expect(orphan.process.code, 1, "the exit code when the compositor goes")
    if "compositor is gone" not in orphan.process.stderr:
        raise Failure(f"it does not say that the compositor is gone:\n{orphan.process.stderr}")
    orphan.trace.stop()

    alone = Kiosk(stage, part="alone", environment=ENVIRONMENT)
    if "no wayland: wl_display_connect window" not in alone.process.stderr:
        raise Failure(f"it does not say why it is no window:\n{alone.process.stderr}")
    alone.still_screen("4-alone")
    alone.stop()
