"""A QEMU with the guest: how it starts, what its screen shows, and how it ends."""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from host.guest import Guest
from host.failure import Failure
from host.patience import patient
from host.picture import read_ppm
from host.vnc import set_desktop_size

WIDTH, HEIGHT = 1920, 1080
# An idle process may use this much CPU time during a pause, in seconds, for example to read clocks.
REST = 0.02
GPUS = {
    "virtio": ["-device", f"virtio-gpu-pci,id=gpu,xres={WIDTH},yres={HEIGHT}"],
    # Two outputs. The second is plugged in when it gets a size.
    "heads": ["-device", f"virtio-gpu-pci,id=gpu,xres={WIDTH},yres={HEIGHT},max_outputs=2"],
    "bochs": ["-device", f"bochs-display,id=gpu,xres={WIDTH},yres={HEIGHT},vgamem=64M"],
    # 16 bits per pixel, and memory for at most 1024 by 768 pixels.
    "cirrus": ["-device", "cirrus-vga,id=gpu"],
    "vkms": [],
    "none": [],
    # A small board.
    "board": ["-device", "virtio-gpu-pci,id=gpu,xres=1024,yres=600"],
}
# The processors and the memory. A board has one processor, which carries out an instruction each nanosecond of the guest's time: as much as
# slow ones do at 1 GHz.
USUAL = ["-accel", "tcg,thread=multi", "-smp", "2", "-m", "1536M"]
UNUSUAL = {"board": ["-accel", "tcg,thread=single", "-icount", "shift=0", "-smp", "1", "-m", "512M"]}
# GPUs whose outputs can be resized, as if another monitor were plugged in.
HEADS = {"heads": (0, 1)}
# Cards that are kernel modules instead of QEMU devices. QEMU has no picture of them.
MODULES = {"vkms": "vkms"}
# A screen's orientation on the kernel's command line: the right side is at the top, as on a panel mounted sideways.
SCREENS = {"cirrus": "video=VGA-1:panel_orientation=right_side_up"}
# The small init starts udevd, seatd and the agent, and takes half the time. Scenarios with services need systemd. "locked" has the
# kernel's options against a keyboard that docs/security.md names.
INITS = {"small": "/machine/tools/init", "systemd": "/sbin/init",
         "locked": "/sbin/init panic=5 sysctl.kernel.sysrq=0 sysctl.kernel.ctrl-alt-del=0"}
# The kernel's console is the serial port, so kernel messages do not change the screen, and no cursor blinks. The other options
# save time under emulation.
COMMAND_LINE = ("quiet loglevel=4 vt.global_cursor_default=0 systemd.show_status=no systemd.getty_auto=no mitigations=off "
                "lsm=capability")


def die_with_parent():
    """QEMU never outlives the process that started it, however that process ends."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Machine:
    def __init__(self, architecture, image, disk, gpu, init, output):
        """`image` is the output folder of image/build for `architecture`, `disk` is the file for /machine in the guest, and `output` is
        for logs."""
        self.gpu, self.init, self.output = gpu, init, output
        os.makedirs(output, exist_ok=True)
        self.sockets = tempfile.mkdtemp(prefix="bezel-machine-")
        self.serial = f"{self.sockets}/serial"
        arguments = f"{architecture.command_line} {COMMAND_LINE}" + (f" modules_load={MODULES[gpu]}" if gpu in MODULES else "")
        command = [
            *architecture.emulator, *UNUSUAL.get(gpu, USUAL),
            "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-kernel", f"{image}/vmlinuz", "-initrd", f"{image}/initramfs",
            "-append", f"{arguments} {SCREENS.get(gpu, '')} init={INITS[init]}",
            "-drive", f"file={image}/root.ext4,format=raw,if=virtio,snapshot=on",
            "-drive", f"file={disk},format=raw,if=virtio,snapshot=on",
            "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.sockets}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-chardev", f"socket,id=serial,path={self.serial},server=on,wait=off,logfile={output}/serial.log",
            "-serial", "chardev:serial",
            "-chardev", f"socket,id=qmp,path={self.sockets}/qmp,server=on,wait=off", "-mon", "chardev=qmp,mode=control",
            *architecture.devices, *GPUS[gpu],
        ]
        # The outputs that were resized. The snapshot does not include an output's size.
        self.is_saved, self.resized = False, set()
        for head in HEADS.get(gpu, ()):
            command += ["-vnc", f"unix:{self.sockets}/head{head},id=head{head},display=gpu,head={head}"]
        with open(f"{output}/qemu.log", "w") as log:
            log.write(" ".join(command) + "\n")
            log.flush()
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent)
        try:
            self.guest = Guest(self.connect("agent"))
            self.monitor_socket = self.connect("qmp")
            self.monitor = self.monitor_socket.makefile("rw")
            self.monitor.readline()
            self.qmp("qmp_capabilities")
        except BaseException:
            self.stop()
            raise

    def connect(self, name):
        """Connects to a socket of QEMU. QEMU creates its sockets early in its start."""
        client = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + patient(20)
        while True:
            try:
                client.connect(f"{self.sockets}/{name}")
                return client
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None or time.monotonic() > end:
                    with open(f"{self.output}/qemu.log") as log:
                        raise Failure(f"QEMU did not start:\n{log.read()}") from None
                time.sleep(0.02)

    def qmp(self, command, **arguments):
        """QEMU's answer. Events before it are skipped."""
        try:
            self.monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self.monitor.flush()
        except OSError:
            raise Failure("QEMU has ended") from None
        while True:
            answer = json.loads(self.monitor.readline() or '{"error": {"desc": "QEMU has ended"}}')
            if "error" in answer:
                raise Failure(f"QMP {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def save(self):
        """Takes a snapshot of the machine, including its disks, in the temporary files that receive the guest's writes."""
        self.order("savevm booted")
        self.is_saved = True

    def restore(self):
        """Restores the snapshot. Returns whether that was possible. The guest is paused meanwhile, and its clocks continue from
        the snapshot, except for the wall clock, which is set."""
        if not self.is_saved or self.resized:
            return False
        try:
            self.order("loadvm booted")
            self.guest.begin_anew()
        except Failure as failure:
            print(f"not restored: {failure}", file=sys.stderr, flush=True)
            return False
        return True

    def order(self, line):
        """Runs a QEMU monitor command that prints nothing on success."""
        if said := self.qmp("human-monitor-command", **{"command-line": line}).strip():
            raise Failure(f"{line}: {said}")

    def may_restart(self):
        """From now on the machine starts again when the guest wants it, instead of ending."""
        self.qmp("set-action", reboot="reset")

    def restarts(self):
        """How often the kernel has restarted the machine. What firmware restarts, before any kernel runs, does not count."""
        with open(f"{self.output}/serial.log", errors="replace") as log:
            return log.read().count("reboot: Restarting system")

    def press(self, *keys):
        """Presses keys of the machine's own keyboard together, by QEMU's names."""
        self.qmp("send-key", keys=[{"type": "qcode", "data": key} for key in keys], **{"hold-time": 20})

    def await_end(self, limit=120):
        """Why the guest ended: `guest-shutdown` after a power-off, `guest-reset` after a reboot. (-no-reboot prevents the
        reboot.)"""
        limit = patient(limit)
        self.monitor_socket.settimeout(limit)
        try:
            while line := self.monitor.readline():
                event = json.loads(line)
                if event.get("event") == "SHUTDOWN":
                    return event["data"]["reason"]
        except TimeoutError:
            raise Failure(f"the guest has not ended within {limit} s") from None
        raise Failure("QEMU has ended without a reason")

    def resize(self, head, width, height):
        """Changes the size of an output, as if another monitor were plugged in."""
        (self.resized.discard if (head, width, height) == (0, WIDTH, HEIGHT) else self.resized.add)(head)
        set_desktop_size(f"{self.sockets}/head{head}", width, height)

    def screen(self, head=None):
        """The current picture of output number `head`."""
        path = f"{self.sockets}/screen.ppm"
        which = {} if head is None else {"device": "gpu", "head": head}
        self.qmp("screendump", filename=path, **which)
        with open(path, "rb") as file:
            return read_ppm(file.read())

    def still_screen(self, process=None, limit=60, pause=0.3, head=None):
        """The picture once the screen is still: identical before and after a pause in which `process`, which draws it, was idle.
        (Under emulation a frame can take longer than any pause.)"""
        limit = patient(limit)
        end = time.monotonic() + limit
        while True:
            time_before = process.processor_time() if process else 0
            before = self.screen(head)
            time.sleep(pause)
            after = self.screen(head)
            busy = process.processor_time() - time_before if process else 0
            if after == before and busy <= REST:
                return after
            if time.monotonic() > end:
                raise Failure(f"the screen has not come to rest within {limit} s: it "
                              + ("changes" if after != before else f"is drawn for {busy:.2f} s in every {pause} s"))

    def last_words(self):
        """Where the processors are, and the last lines that the guest wrote to its serial port."""
        try:
            registers = self.qmp("human-monitor-command", **{"command-line": "info registers -a"})
        except Failure as failure:
            registers = str(failure)
        places = [line for line in registers.splitlines() if line.lstrip().startswith(("CPU#", "RIP=", "PC="))]
        with open(f"{self.output}/serial.log", errors="replace") as log:
            return "\n".join([*places, *log.read().splitlines()[-20:]])

    def processor_time(self):
        """The CPU time of the emulator, in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.sockets, ignore_errors=True)
