"""Hostile pages, pictures, folders and peers (Tests/Hostile) against bezel.service in its sandbox. BEZEL_HOSTILE=all plays all of
them, otherwise a fortieth, another one each day."""

import glob
import json
import os
import time

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "systemd"
TURN = "trouble"
LIMIT = 3000 if os.environ.get("BEZEL_HOSTILE") == "all" else 900
NEEDS_BEZEL = False

TESTS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "Hostile")
# An emulated processor is slower than a real one by this much, and more beside other guests.
SLOW = 40


def run(stage):
    service = Service(stage, "seatd")
    service.install()
    guest = stage.guest
    for path in glob.glob(f"{TESTS}/*.py") + [f"{TESTS}/hostile"]:
        with open(path, encoding="utf-8") as file:
            guest.write(f"/srv/tests/Hostile/{os.path.basename(path)}", file.read())
    guest.output("sh", "-c", "mkdir /srv/hostile; echo '# Home' >/srv/hostile/home.md")
    guest.write("/etc/bezel/bezel.toml", 'kiosk = "/srv/hostile"\n[content]\npicture-time = "2 s"\n')
    service.panel = guest.panel()
    service.start()
    process = service.main_pid()
    kiosk = {"folder": "/srv/hostile", "socket": "/run/bezel/control", "process": process}
    share = [] if os.environ.get("BEZEL_HOSTILE") == "all" else ["--every", "40", "--seed", str(int(time.time() // 86400))]
    kinds = [word for kind in ("pages", "pictures", "folders", "peers") for word in ("--only", kind)]
    played = guest.run("python3", "/srv/tests/Hostile/hostile", "--service", json.dumps(kiosk), "--slow", str(SLOW), *share, *kinds,
                       limit=LIMIT - 240)
    stage.write("hostile.txt", played.text())
    if played.code:
        raise Failure(f"the kiosk does not hold:\n{played.text()}\n{service.log()[-3000:]}")
    print(f"        {played.stdout.strip().splitlines()[-1]}", flush=True)
    expect(service.main_pid(), process, "the kiosk's process after all cases")
    service.stop()
