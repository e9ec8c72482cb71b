"""Interactive use of the guest: a shell on its serial port, or a single command."""

import os
import select
import socket
import sys
import termios
import tty

LEAVE = b"\x1d"


def attach(machine):
    """Connects this terminal to a shell in the guest until Ctrl-]."""
    if not sys.stdin.isatty():
        print("Standard input is no terminal: no shell.", file=sys.stderr)
        return 1
    columns, rows = os.get_terminal_size()
    machine.guest.start(
        "sh", "-c", f"exec <>/dev/console >&0 2>&0; stty sane rows {rows} cols {columns}; while :; do bash -l; done",
        name="shell", environment={"TERM": os.environ.get("TERM", "vt100")}, folder="/root")
    print("A root shell in the guest; Ctrl-] leaves it.", file=sys.stderr)
    serial = socket.socket(socket.AF_UNIX)
    serial.connect(machine.serial)
    serial.sendall(b"\n")
    before = termios.tcgetattr(sys.stdin)
    tty.setraw(sys.stdin)
    try:
        while True:
            for ready in select.select([sys.stdin, serial], [], [])[0]:
                data = os.read(ready.fileno(), 4096)
                if not data or ready is sys.stdin and LEAVE in data:
                    return 0
                if ready is sys.stdin:
                    serial.sendall(data)
                else:
                    os.write(sys.stdout.fileno(), data)
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        serial.close()
        print(file=sys.stderr)


def execute(machine, command, user):
    """Runs a shell command, forwards its output as it arrives, and returns its exit code."""
    process = machine.guest.start("sh", "-c", command, name="command", user=user)
    process.close_input()
    shown = 0

    def show():
        nonlocal shown
        for line in process.lines[shown:]:
            print(line.text, file=sys.stdout if line.stream == "stdout" else sys.stderr, flush=True)
        shown = len(process.lines)
        return process.code is not None

    machine.guest.pump(show, 24 * 3600, "the command has not ended")
    show()
    return process.code if process.code >= 0 else 128 - process.code
