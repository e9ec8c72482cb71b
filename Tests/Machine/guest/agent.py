#!/usr/bin/env python3
"""Carries out the host's requests in the guest: one JSON object per line over the virtio-serial port `agent`.

A request has an `id`, which the answer repeats, and `do`, the name of a method of Agent. The agent also sends {"event":"line"}
for each line that a process writes, and {"event":"exit"} when a process has ended and all its lines have been sent.
"""

import base64
import glob
import grp
import json
import os
import pwd
import selectors
import signal
import subprocess
import time

PORT = "/dev/virtio-ports/agent"
ENVIRONMENT = {
    "PATH": "/machine/bin:/machine/tools:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LD_LIBRARY_PATH": "/machine/lib",
    "LANG": "C.UTF-8",
}


class Agent:
    def __init__(self):
        self.port = os.open(PORT, os.O_RDWR | os.O_CLOEXEC)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.port, selectors.EVENT_READ, self.receive)
        self.processes = {}
        self.received = b""

    # The methods that the host can call.

    def start(self, name, argv, user="root", environment=None, folder="/"):
        """Starts a process in its own session. Later requests refer to it as `name`."""
        if name in self.processes:
            raise ValueError(f"{name} is running already")
        account = pwd.getpwnam(user)
        environment = {**ENVIRONMENT, "HOME": account.pw_dir, "USER": user, **(environment or {})}
        groups = [group.gr_gid for group in grp.getgrall() if user in group.gr_mem]
        process = subprocess.Popen(
            argv, env=environment, cwd=folder, user=account.pw_uid, group=account.pw_gid, extra_groups=groups,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.processes[name] = process
        process.partial = {}
        process.ended = os.pidfd_open(process.pid)
        for stream, pipe in [("stdout", process.stdout), ("stderr", process.stderr)]:
            os.set_blocking(pipe.fileno(), False)
            process.partial[stream] = b""
            self.selector.register(
                pipe, selectors.EVENT_READ, lambda name=name, stream=stream, pipe=pipe: self.drain(name, stream, pipe))
        self.selector.register(process.ended, selectors.EVENT_READ, lambda name=name: self.reap(name))
        return process.pid

    def write(self, name, text):
        """Writes to a process's standard input. Without a text, closes it."""
        if text is None:
            # The process may have ended meanwhile.
            if name in self.processes:
                self.processes[name].stdin.close()
            return
        pipe = self.processes[name].stdin
        pipe.write(text.encode())
        pipe.flush()

    def signal(self, name, number):
        self.processes[name].send_signal(number)

    def read(self, path):
        with open(path, "rb") as file:
            return base64.b64encode(file.read()).decode()

    def find(self, pattern):
        return sorted(glob.glob(pattern, recursive=True))

    def has_open(self, name, path):
        """Whether a process has a file open."""
        folder = f"/proc/{self.processes[name].pid}/fd"
        for number in os.listdir(folder):
            try:
                if os.readlink(f"{folder}/{number}") == path:
                    return True
            except FileNotFoundError:  # closed since the listing
                continue
        return False

    def processor_time(self, name):
        """The CPU time of a process and its threads, in seconds; 0 if it has ended."""
        if name not in self.processes:
            return 0
        with open(f"/proc/{self.processes[name].pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def set_clock(self, seconds):
        """Sets the wall clock, which has fallen behind while the guest was paused."""
        time.clock_settime(time.CLOCK_REALTIME, seconds)

    def reset(self):
        """Kills everything that was started. Each process still sends its exit event."""
        for process in self.processes.values():
            os.killpg(process.pid, signal.SIGKILL)
        return sorted(self.processes)

    # Communication with the host.

    def send(self, message):
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.port, data):]

    def receive(self):
        data = os.read(self.port, 65536)
        if not data:
            raise SystemExit("agent: the host has closed the port")
        *lines, self.received = (self.received + data).split(b"\n")
        for line in lines:
            request = json.loads(line)
            number, do = request.pop("id"), request.pop("do")
            try:
                self.send({"id": number, "value": getattr(self, do)(**request)})
            except Exception as error:  # report any error to the host: the scenario has failed, not the agent
                self.send({"id": number, "error": f"{type(error).__name__}: {error}"})

    def drain(self, name, stream, pipe):
        """Sends the complete lines. Closes the pipe at the end of file."""
        process = self.processes[name]
        while True:
            try:
                data = os.read(pipe.fileno(), 65536)
            except BlockingIOError:
                return
            *lines, process.partial[stream] = (process.partial[stream] + data).split(b"\n")
            if not data:
                lines = [line for line in [process.partial[stream]] if line]
                self.selector.unregister(pipe)
                pipe.close()
            for line in lines:
                self.send({"event": "line", "name": name, "stream": stream, "t": time.monotonic(),
                           "text": line.decode(errors="replace")})
            if not data:
                return

    def reap(self, name):
        process = self.processes[name]
        code = process.wait()
        self.selector.unregister(process.ended)
        os.close(process.ended)
        for stream, pipe in [("stdout", process.stdout), ("stderr", process.stderr)]:
            if not pipe.closed:
                self.drain(name, stream, pipe)
            if not pipe.closed:  # a child process still holds the other end
                self.selector.unregister(pipe)
                pipe.close()
        process.stdin.close()
        del self.processes[name]
        self.send({"event": "exit", "name": name, "code": code})

    def run(self):
        self.send({"event": "ready", "t": time.monotonic()})
        while True:
            for key, _ in self.selector.select():
                if key.fileobj in self.selector.get_map():  # unless an earlier handler has closed it
                    key.data()


if __name__ == "__main__":
    subprocess.run(["udevadm", "settle"], check=True)
    Agent().run()
