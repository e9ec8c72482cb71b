"""`bezel doctor` under systemd: it reports on the service, which runs as a different user from the caller."""

import json
import shlex

from host.failure import Failure, expect

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 300
NEEDS_BEZEL = True
TURN = "diagnosis"

UNIT = "/run/systemd/system/bezel.service"


def run(stage):
    guest = stage.guest
    guest.output("systemctl", "start", "multi-user.target", limit=180)
    guest.panel(size="527x296", rate=100)
    try:
        says(stage, "bezel.service is not installed")
        install(guest, "/bin/false")
        says(stage, "bezel.service is inactive, and does not start with the machine")
        says(stage, "the service runs as kiosk")
        guest.run("systemctl", "start", "--wait", "bezel.service")
        says(stage, "bezel.service has failed: exit-code")
        install(guest, "/bin/sleep 1000")
        guest.output("systemctl", "enable", "--runtime", "--now", "bezel.service")
        says(stage, "bezel.service runs, and starts with the machine")
    finally:
        guest.output("systemctl", "disable", "--runtime", "--now", "bezel.service")
        guest.output("rm", "-f", UNIT)
        guest.output("systemctl", "daemon-reload")


def install(guest, command):
    lines = ["[Service]", "User=kiosk", f"ExecStart={command}", "[Install]", "WantedBy=multi-user.target"]
    guest.output("sh", "-c", f"printf '%s\\n' {' '.join(map(shlex.quote, lines))} > {UNIT}")
    guest.output("systemctl", "daemon-reload")
    guest.run("systemctl", "reset-failed", "bezel.service")


def says(stage, text):
    """The doctor reports the problem even to root, who could run a kiosk regardless."""
    process = stage.guest.run("bezel", "doctor", "/machine/kiosk", "--json", name="doctor")
    expect(process.code, 0, f"the exit code of `bezel doctor`, which printed:\n{process.text()}")
    texts = [json.loads(line)["text"] for line in process.stdout.splitlines()]
    if not any(text in line for line in texts):
        raise Failure(f"no line says `{text}`:\n" + "\n".join(texts))
