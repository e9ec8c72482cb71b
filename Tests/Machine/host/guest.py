"""The guest as seen from the host: its processes, their output, its files and touch panels, through guest/agent.py."""

import base64
import json
import re
import select
import signal
import time

from host.failure import Failure
from host.patience import patient


class Guest:
    def __init__(self, socket):
        self.socket = socket
        self.received = b""
        self.answers = {}
        self.requests = 0
        self.booted = False
        self.processes = {}
        self.all_processes = []

    def wait_until_booted(self, limit=60):
        self.pump(lambda: self.booted, limit, "the guest has not booted")

    def pump(self, done, limit, complaint):
        """Processes messages from the agent until `done()`. `complaint` is the failure's text, or a function that returns it."""
        limit = patient(limit)
        end = time.monotonic() + limit
        while not done():
            rest = end - time.monotonic()
            if rest <= 0 or not select.select([self.socket], [], [], rest)[0]:
                text = complaint if isinstance(complaint, str) else complaint()
                raise Failure(f"{text} (after {limit} s)")
            self.receive()

    def receive(self):
        """Waits for data from the agent, and takes the messages that are complete."""
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionError:
            data = b""
        if not data:
            raise Failure("QEMU has ended")
        *lines, self.received = (self.received + data).split(b"\n")
        for line in lines:
            self.take(json.loads(line))

    def restart(self, meanwhile):
        """Restarts the guest. Until its agent is there again, it calls `meanwhile` again and again."""
        self.start("systemctl", "reboot", name="reboot")
        self.booted = False
        end = time.monotonic() + patient(180)
        while not self.booted:
            meanwhile()
            while select.select([self.socket], [], [], 0)[0]:
                self.receive()
            if time.monotonic() > end:
                raise Failure("the guest has not restarted")
        # Its end was not heard of.
        self.processes.clear()

    def take(self, message):
        if "id" in message:
            self.answers[message["id"]] = message
        elif message["event"] == "ready":
            self.booted = True
        elif message["event"] == "line":
            self.processes[message["name"]].lines.append(Line(message["stream"], message["text"], message["t"]))
        elif message["event"] == "exit":
            self.processes.pop(message["name"]).code = message["code"]

    def ask(self, do, limit=30, **arguments):
        """Sends a request to the agent. Returns the answer."""
        self.requests += 1
        number = self.requests
        try:
            self.socket.sendall(json.dumps({"id": number, "do": do, **arguments}).encode() + b"\n")
        except OSError:
            raise Failure("QEMU has ended") from None
        self.pump(lambda: number in self.answers, limit, f"the agent has not answered {do}")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failure(f"{do} {arguments}: {answer['error']}")
        return answer["value"]

    def start(self, *argv, name=None, user="root", environment=None, folder="/"):
        """Starts a program in the background."""
        name = name or argv[0].rsplit("/", 1)[-1]
        if name in self.processes:
            raise Failure(f"{name} is running already: give this one another name")
        process = Process(self, name, argv)
        self.processes[name] = process
        self.all_processes.append(process)
        try:
            process.pid = self.ask(
                "start", name=name, argv=argv, user=user, environment=environment or {}, folder=folder)
        except Failure:
            del self.processes[name]
            raise
        return process

    def run(self, *argv, limit=60, **options):
        """Runs a program to its end. The result has `stdout`, `stderr` and `code`."""
        process = self.start(*argv, **options)
        process.close_input()
        process.wait(limit)
        return process

    def output(self, *argv, **options):
        """A program's standard output. A non-zero exit code is a failure."""
        process = self.run(*argv, **options)
        if process.code:
            raise Failure(f"{process.command} exited with {process.code}:\n{process.text()}")
        return process.stdout

    def read(self, path):
        return base64.b64decode(self.ask("read", path=path, limit=60))

    def find(self, pattern):
        """The matching paths, sorted."""
        return self.ask("find", pattern=pattern)

    def panel(self, name="panel", **options):
        """Plugs in a touch panel. The options are those of guest/panel.py."""
        words = [word for key, value in options.items() for word in ("--" + key, str(value))]
        return Panel(self.start("panel.py", *words, name=name))

    def touch_screen(self, line, **options):
        """Plugs in the touch screen that a line of touch-screens describes. The options are those of guest/hid_panel.py."""
        words = [word for key, value in options.items() for word in ("--" + key, str(value))]
        return Panel(self.start("hid_panel.py", *words, *line.split(), name="touch-screen"))

    def controller(self, entry):
        """Plugs in the touch controller of an entry of touch-controllers."""
        return Panel(self.start("controller.py", json.dumps(entry), name="controller"))

    def write(self, path, text, mode="644"):
        """Makes a file."""
        process = self.start("sh", "-c", 'mkdir -p "$(dirname "$1")" && cat >"$1" && chmod "$2" "$1"', "-", path, mode)
        process.write(text)
        process.close_input()
        if process.wait():
            raise Failure(f"{path} cannot be written: {process.text()}")

    def connector(self, name, card="card0"):
        """A connector of a card, which can be unplugged and plugged in."""
        return Connector(self, name, card)

    def foreground(self, number):
        """Switches to a virtual terminal, and waits until it is in the foreground."""
        self.output("python3", "-c", "import fcntl; tty = open('/dev/tty0'); fcntl.ioctl(tty, 0x5606, %d); "
                    "fcntl.ioctl(tty, 0x5607, %d)" % (number, number))

    def begin_anew(self):
        """Called after the guest was restored, when the agent knows nothing about later requests. Discards everything that the
        agent sent before."""
        while select.select([self.socket], [], [], 0)[0]:
            if not self.socket.recv(1 << 20):
                raise Failure("QEMU has ended")
        self.received, self.answers = b"", {}
        self.ask("set_clock", seconds=time.time())

    def reset(self):
        """Ends everything that was started. Returns whether the guest could do it."""
        try:
            self.ask("reset")
            self.pump(lambda: not self.processes, 30, "processes still run after a kill")
        except Failure:
            return False
        return True


class Line:
    def __init__(self, stream, text, time):
        """`time` is the guest's CLOCK_MONOTONIC in seconds at which the agent read the line."""
        self.stream, self.text, self.time = stream, text, time


class Process:
    """A program in the guest."""

    def __init__(self, guest, name, argv):
        self.guest, self.name, self.command = guest, name, " ".join(argv)
        self.pid, self.code, self.lines, self.seen = None, None, [], 0

    @property
    def stdout(self):
        return self.text("stdout")

    @property
    def stderr(self):
        return self.text("stderr")

    def text(self, stream=None):
        return "".join(line.text + "\n" for line in self.lines if stream in (None, line.stream))

    def wait_line(self, pattern, limit=30):
        """Waits for the next line, on either stream, that matches the pattern."""
        found = []

        def look():
            while self.seen < len(self.lines):
                line = self.lines[self.seen]
                self.seen += 1
                if re.search(pattern, line.text):
                    found.append(line)
                    return True
            return self.code is not None

        self.guest.pump(look, limit, lambda: f"{self.name} has written no line that matches /{pattern}/{self.last_lines()}")
        if not found:
            raise Failure(f"{self.name} exited with {self.code} and wrote no line that matches /{pattern}/{self.last_lines()}")
        return found[0].text

    def processor_time(self):
        """The CPU time that it has used, in seconds."""
        return self.guest.ask("processor_time", name=self.name)

    def wait_open(self, path, limit=30):
        """Returns when the process has opened a file. The kernel does not report that, so this polls."""
        limit = patient(limit)
        end = time.monotonic() + limit
        while not self.guest.ask("has_open", name=self.name, path=path):
            if time.monotonic() > end:
                raise Failure(f"{self.name} has not opened {path} (after {limit} s){self.last_lines()}")
            time.sleep(0.05)

    def last_lines(self, count=15):
        lines = [line.text for line in self.lines[-count:]]
        return "; its last lines:\n" + "\n".join("    " + line for line in lines) if lines else "; it wrote nothing"

    def write(self, text):
        self.guest.ask("write", name=self.name, text=text)

    def close_input(self):
        if self.code is None:
            self.guest.ask("write", name=self.name, text=None)

    def signal(self, number=signal.SIGTERM):
        self.guest.ask("signal", name=self.name, number=int(number))

    def wait(self, limit=30):
        """Its exit code; the negative number of the signal if a signal ended it."""
        self.guest.pump(
            lambda: self.code is not None, limit, lambda: f"{self.command} has not ended{self.last_lines()}")
        return self.code

    def stop(self, limit=30):
        """Sends SIGTERM and returns the exit code."""
        self.signal(signal.SIGTERM)
        return self.wait(limit)


class Panel:
    """A touch panel that is plugged in. `play` takes the commands of guest/panel.py."""

    def __init__(self, process):
        self.process = process
        self.await_device()

    def await_device(self):
        _, self.node, *self.claims = self.process.wait_line("^ready ").split()
        self.process.wait_line("^done plug")

    def play(self, *lines):
        """Returns when the last command is done."""
        self.process.write("".join(line + "\n" for line in lines))
        for line in lines:
            self.process.wait_line("^done " + re.escape(line) + "$")

    def plug(self):
        self.process.write("plug\n")
        self.await_device()

    def unplug(self):
        self.play("unplug")

    def remove(self):
        """Removes it for good."""
        self.process.close_input()
        self.process.wait()


class Connector:
    """A connector of a graphics card. The kernel is told to force the connector's state and to send an event, as for an interrupt
    of the card."""

    def __init__(self, guest, name, card):
        self.guest, self.card, self.folder = guest, f"/sys/class/drm/{card}", f"/sys/class/drm/{card}-{name}"

    def unplug(self):
        return self.change("off")

    def plug(self):
        return self.change("detect")

    def change(self, state):
        """The time of that event, by the guest's CLOCK_MONOTONIC in seconds."""
        return float(self.guest.output(
            "sh", "-c", f"echo {state} >{self.folder}/status; cut -d ' ' -f 1 /proc/uptime; "
            f"udevadm trigger --action=change {self.card}"))
