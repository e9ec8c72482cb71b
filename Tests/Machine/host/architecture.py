"""The processors that a guest can have."""

import dataclasses
import subprocess

from host.failure import Failure


@dataclasses.dataclass(frozen=True)
class Architecture:
    """A processor, by Debian's name."""
    name: str
    # QEMU's program and the machine.
    emulator: tuple
    # The serial port, and options of the kernel that save time under emulation.
    command_line: str
    # What the machine has no device for of its own.
    devices: tuple
    # The cards that it can have; all if None.
    gpus: tuple = None
    # The compiler for it.
    compiler: str = "gcc"
    # The folder of what tools/build and tools/deb make for it, in the repository.
    build: str = ".build"


ARCHITECTURES = {
    "amd64": Architecture(
        "amd64", ("qemu-system-x86_64", "-cpu", "max", "-vga", "none"), "console=ttyS0 tsc=reliable no_timer_check", ()),
    # The processor of a Raspberry Pi 4. QEMU's own "max" calculates signatures of pointers, which takes most of its time.
    "arm64": Architecture(
        "arm64", ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72"), "console=ttyAMA0",
        ("-device", "virtio-keyboard-pci"), ("virtio", "heads", "none"), "aarch64-linux-gnu-gcc", ".build/arm64"),
}


def native():
    """This machine's processor."""
    name = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True).stdout.strip()
    if name not in ARCHITECTURES:
        raise Failure(f"there is no guest for {name or 'a machine without dpkg'}: this needs Debian 12 on amd64")
    return name
