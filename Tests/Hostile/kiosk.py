"""A kiosk that the cases are played against, and what it has to do after each."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from folders import write
from peers import request

# Seconds. A busy machine may take minutes for a folder of 20 MB.
PATIENCE = 600


class Problem(Exception):
    pass


class Kiosk:
    """A kiosk with two pages, which is asked through its socket: a service, or a run of its own with the arguments `words`."""

    def __init__(self, bezel, service=None, *words):
        self.work = tempfile.mkdtemp(prefix="bezel-hostile-")
        os.chmod(self.work, 0o755)
        self.process = None
        if service:
            self.folder, self.address, self.log = service["folder"], service["socket"], None
            self.id = int(service["process"])
        else:
            self.folder, self.address, self.log = f"{self.work}/kiosk", f"{self.work}/control", f"{self.work}/log"
            os.mkdir(self.folder)
        self.restore()
        if not service:
            write(self.work, "bezel.toml", f'[control]\nsocket = "{self.address}"\n[content]\nsvg-filters = true\n')
            with open(self.log, "wb") as log:
                self.process = subprocess.Popen(
                    [bezel, "run", self.folder, "--display", "headless", "--screen", "1024x600", "--size", "220x130",
                     "--config", f"{self.work}/bezel.toml", *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            self.id = self.process.pid
        self.await_answer()

    def restore(self):
        """The folder as it was, without a moment in which it has no start page."""
        os.makedirs(self.folder, exist_ok=True)
        for name, text in (("kiosk.toml", 'start = ["home"]\n'), ("home.md", "# Home\n\n[More](more.md)\n"),
                           ("more.md", "# More\n\n[Home](home.md)\n")):
            path = f"{self.folder}/{name}"
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            write(self.folder, f".{name}.new", text)
            os.rename(f"{self.folder}/.{name}.new", path)
        for name in os.listdir(os.fsencode(self.folder)):
            path = os.path.join(os.fsencode(self.folder), name)
            if name not in (b"kiosk.toml", b"home.md", b"more.md"):
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)

    def connect(self):
        peer = socket.socket(socket.AF_UNIX)
        try:
            peer.settimeout(PATIENCE)
            peer.connect(self.address)
        except OSError:
            # BlockingIOError: more peers wait already than the kernel keeps.
            peer.close()
            raise
        return peer

    def ask(self, **keys):
        """The kiosk's answer to a request. Peers of a case may still hold all places; they leave within ten seconds."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self.check_alive()
            try:
                with self.connect() as peer:
                    peer.sendall(request(**keys).encode())
                    file = peer.makefile("rb")
                    line = file.readline()
                    if line:
                        answer = json.loads(line)
                        answer["body"] = file.read(answer.get("bytes", 0))
                        if answer.get("code") != 69 or "connections" not in answer.get("error", ""):
                            return answer
            except (OSError, ValueError) as error:
                if time.monotonic() > deadline:
                    raise Problem(f"no answer to {keys}: {error}") from error
            if time.monotonic() > deadline:
                raise Problem(f"no answer to {keys}")
            time.sleep(0.05)

    def await_answer(self):
        self.ask(command="status")

    def check_alive(self):
        if self.process and self.process.poll() is not None:
            raise Problem(f"the kiosk has ended with {self.process.returncode}")
        if not self.process and not os.path.exists(f"/proc/{self.id}"):
            raise Problem("the kiosk has ended")

    def work_done(self):
        """The processor time of the thread that decides, in seconds."""
        with open(f"/proc/{self.id}/task/{self.id}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def forget_peak(self):
        with open(f"/proc/{self.id}/clear_refs", "w", encoding="ascii") as file:
            file.write("5")

    def peak(self):
        with open(f"/proc/{self.id}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) << 10

    def stack(self):
        return json.loads(self.ask(command="status", json=True)["body"])["screens"][0]["stack"]

    def check_as_before(self):
        """The pages are those of the folder, one opens, and the kiosk goes back."""
        answer = self.ask(command="reload")
        if not answer["done"]:
            raise Problem(f"the folder is as it was, but {answer['error']}")
        for keys, stack in (({"command": "wake"}, None), ({"command": "home"}, ["home"]),
                            ({"command": "open", "page": "more"}, ["home", "more"]), ({"command": "back"}, ["home"])):
            answer = self.ask(**keys)
            if not answer["done"]:
                raise Problem(f"{keys}: {answer['error']}")
            if stack and (now := self.settled_stack(stack)) != stack:
                raise Problem(f"after {keys} the stack is {now}")

    def settled_stack(self, expected):
        """The stack, once what moves has come to rest."""
        deadline = time.monotonic() + PATIENCE
        while (stack := self.stack()) != expected and time.monotonic() < deadline:
            time.sleep(0.02)
        return stack

    def check_log(self):
        if not self.log:
            return
        with open(self.log, "rb") as file:
            for line in file.read().split(b"\n"):
                if re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", line) or line.startswith(b"notice bezel: ready"):
                    raise Problem(f"a line of the log is forged: {line[:200]}")

    def end(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                code = self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired as error:
                self.process.kill()
                raise Problem("SIGTERM does not end the kiosk") from error
            if code != 0:
                raise Problem(f"SIGTERM ended the kiosk with {code}")

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.work, ignore_errors=True)
