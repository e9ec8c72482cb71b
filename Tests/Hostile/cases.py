"""All cases: functions that play one case against a kiosk and return what has become of it."""

import os
import re
import signal
import subprocess
import time

from commands import COMMANDS
from folders import FOLDERS, write
from kiosk import PATIENCE, Problem
from pages import PAGES
from peers import PEERS
from pictures import PICTURES

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# The exit codes of docs/kiosk.md.
CODES = {0, 1, 64, 65, 69, 77}


def show(kiosk):
    """Reloads, and opens the hostile page if the kiosk has taken it. Returns what has become of it."""
    told = kiosk.ask(command="reload")
    opened = kiosk.ask(command="open", page="hostile")
    kiosk.ask(command="screenshot")
    if opened["done"]:
        return "shown" if told["done"] else "shown without what is wrong"
    return "left out" if told["done"] else "refused: " + told["error"].replace(kiosk.folder + "/", "").split("\n")[0]


def page(text):
    def play(kiosk):
        write(kiosk.folder, "hostile.md", text)
        return show(kiosk)
    return play


def picture(kind, data):
    def play(kiosk):
        write(kiosk.folder, f"hostile.{kind}", data)
        write(kiosk.folder, "hostile.md", f"# Picture\n\n![a picture](hostile.{kind})\n")
        return show(kiosk)
    return play


def endless(kiosk):
    """A picture with 10 GB behind it, which take no place on the disk."""
    write(kiosk.folder, "hostile.png", PICTURES["a wrong checksum"][1])
    os.truncate(f"{kiosk.folder}/hostile.png", 10 << 30)
    write(kiosk.folder, "hostile.md", "# Picture\n\n![a picture](hostile.png)\n")
    return show(kiosk)


def folder(make):
    def play(kiosk):
        make(kiosk.folder)
        return show(kiosk)
    return play


def peer(play):
    def run(kiosk):
        play(kiosk.connect, kiosk.id)
        return "heard"
    return run


def command(make, bezel):
    """A command beside the kiosk. It has little memory and time, and no more than an answer to say."""
    def play(kiosk):
        words = make(kiosk.work, kiosk.folder)
        done = subprocess.run(
            ["prlimit", "--cpu=60", "--core=0", bezel, *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=600,
            check=False)
        said = done.stderr.decode(errors="replace")
        if done.returncode not in CODES:
            raise Problem(f"exit code {done.returncode}: {said[-300:]}")
        if done.returncode != 0 and not said.strip() and not done.stdout.strip():
            raise Problem(f"exit code {done.returncode} without a word")
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", said):
            raise Problem(f"control characters reach the terminal: {said[:200]!r}")
        return f"exit code {done.returncode}: {said.strip().splitlines()[0] if said.strip() else ''}"
    return play


def ended_while_reading(bezel):
    """SIGTERM while a kiosk reads, at its start, pages that take long."""
    def play(kiosk):
        folder = f"{kiosk.work}/slow"
        for number in range(20):
            write(folder, f"{number}.md", "# " + "\u1000" * (20_000 + number))
        write(folder, "kiosk.toml", "start = ['0']\n")
        with subprocess.Popen([bezel, "run", folder, "--display", "headless", "--screen", "640x360"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            children = f"/proc/{run.pid}/task/{run.pid}/children"
            while run.poll() is None and not open(children, encoding="ascii").read():
                time.sleep(0.01)
            if run.poll() is not None:
                raise Problem(f"it has ended with {run.returncode} before it was asked")
            run.terminate()
            begun = time.monotonic()
            try:
                run.wait(PATIENCE)
            except subprocess.TimeoutExpired as error:
                run.kill()
                raise Problem("SIGTERM does not end a kiosk that reads its pages") from error
            if run.returncode != -signal.SIGTERM:
                raise Problem(f"SIGTERM ended it with {run.returncode}")
        return f"ended after {time.monotonic() - begun:.2f} s"
    return play


def cases(bezel):
    kinds = {
        "pages": {name: page(text) for name, text in PAGES.items()},
        "pictures": {name: picture(*value) for name, value in PICTURES.items()} | {"10 GB behind a picture": endless},
        "folders": {name: folder(make) for name, make in FOLDERS.items()},
        "peers": {name: peer(play) for name, play in PEERS.items()},
        "commands": {name: command(make, bezel) for name, make in COMMANDS.items()}
        | {"SIGTERM while pages are read": ended_while_reading(bezel)},
    }
    return [(kind, name, play) for kind, all in kinds.items() for name, play in all.items()]
