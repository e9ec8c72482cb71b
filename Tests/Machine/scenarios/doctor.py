"""`bezel doctor` reports for each user and machine whether a kiosk can run, and does not disturb a running one."""

import json
import re

from host.failure import Failure, expect
from host.kiosk import FOLDER, Kiosk, Replay, decisions

GPUS = ("virtio",)
INIT = "small"
LIMIT = 400
NEEDS_BEZEL = True
TURN = "diagnosis"

# Opens the card first, thus becomes its DRM master, and prints a line.
HOLDER = "import sys; card = open('/dev/dri/card0', 'r+b', buffering=0); print('held', flush=True); sys.stdin.read()"


def run(stage):
    guest = stage.guest
    doctor(stage, "no-panel", "kiosk", 69, panel="STOP", display="fine", seat="fine", permission="fine")
    panel = guest.panel(size="527x296", rate=100)
    files = guest.output("find", "/", "-xdev", "-type", "f").splitlines()

    doctor(stage, "root", "root", 0, display="fine", panel="fine", seat="fine", permission="fine")
    doctor(stage, "kiosk", "kiosk", 0, display="fine", panel="fine", seat="fine", permission="fine", fonts="fine")
    answer = guest.output("bezel", "doctor", FOLDER, "--json", user="kiosk", name="doctor")
    expect({json.loads(line)["verdict"] for line in answer.splitlines()} - {"fine", "look"}, set(), "other verdicts")
    page = doctor(stage, "nobody", "nobody", 77, display="fine", panel="fine", seat="STOP", permission="STOP")
    says(page, "usermod -aG video nobody")
    # No process holds the card now. The doctor must not take the console either.
    expect(guest.output("cat", "/sys/class/tty/tty0/active").strip(), "tty1", "the terminal in the foreground")

    guest.output("sh", "-c", "echo '<fontconfig/>' > /tmp/no-fonts.conf")
    page = doctor(stage, "no-fonts", "kiosk", 1, environment={"FONTCONFIG_FILE": "/tmp/no-fonts.conf"}, fonts="STOP")
    says(page, "fonts-noto-core")
    guest.output("sh", "-c", "printf '[display]\\nrotation = 45\\n' > /tmp/doctor.toml")
    page = doctor(stage, "configuration", "kiosk", 65, "--configuration", "/tmp/doctor.toml", configuration="STOP")
    says(page, "doctor.toml:2")

    holder = guest.start("python3", "-c", HOLDER, name="holder")
    holder.wait_line("held")
    page = doctor(stage, "held", "root", 77, display="STOP")
    says(page, f"python3 (pid {holder.pid}) has it")
    holder.close_input()
    holder.wait()

    kiosk = Kiosk(stage)
    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    held = kiosk.still_screen("1-held")
    for user, code in [("root", 0), ("kiosk", 0), ("nobody", 77)]:
        page = doctor(stage, f"{user}-beside-a-kiosk", user, code, display="fine")
        says(page, "a kiosk runs")
    for user in ("root", "kiosk", "nobody"):
        listed = guest.run("bezel", "devices", user=user, name="devices")
        expect(listed.code, 0, f"the exit code of `bezel devices` as {user}")
        stage.write(f"devices-{user}.txt", listed.stdout)
        says(listed.stdout, "Virtual-1")
        says(listed.stdout, "primary plane" if user != "nobody" else "Permission denied")
        if user != "nobody":
            says(listed.stdout, f"bezel (pid {kiosk.process.pid})")
    if kiosk.still_screen("2-held-after-the-doctor") != held:
        raise Failure("the doctor has changed what is on the screen: see 2-held-after-the-doctor.png")
    panel.play("move 1 210 156 over 20", "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    settled = kiosk.still_screen("3-settled")
    kiosk.stop()
    replay = Replay(kiosk)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    replay.expect_shown(settled, "3-settled")

    own = ("/tmp/", "/proc/", "/sys/", "/run/")
    left = set(guest.output("find", "/", "-xdev", "-type", "f").splitlines()) - set(files)
    expect([path for path in left if not path.startswith(own)], [], "the files that were not there before")


def doctor(stage, name, user, code, *options, environment=None, **verdicts):
    """The doctor's page, also saved as NAME.txt in the output. Checks the exit code and each subject's worst line."""
    process = stage.guest.run("bezel", "doctor", FOLDER, *options, user=user, environment=environment, name="doctor")
    stage.write(f"{name}.txt", process.stdout)
    expect(process.code, code, f"the exit code of `bezel doctor` as {user} ({name}), which printed:\n{process.text()}")
    expect(process.stderr, "", f"what `bezel doctor` says on standard error ({name})")
    worst = {}
    for verdict, subject in re.findall(r"^(fine|look|STOP)  (\w+)", process.stdout, re.MULTILINE):
        worst[subject] = max(worst.get(subject, "fine"), verdict, key=("fine", "look", "STOP").index)
    for subject, verdict in verdicts.items():
        expect(worst.get(subject), verdict, f"the verdict on the {subject} ({name}):\n{process.stdout}")
    if any(len(line) > 80 for line in process.stdout.splitlines()):
        raise Failure(f"a line of the page is wider than 80 columns:\n{process.stdout}")
    return process.stdout


def says(page, text):
    if " ".join(text.split()) not in " ".join(page.split()):
        raise Failure(f"the page does not say `{text}`:\n{page}")
