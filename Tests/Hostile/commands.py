"""Commands with arguments and files that are built to hurt. Each case returns the arguments, and what to do with standard output;
the command must end by itself, with one of the exit codes of docs/kiosk.md and one clear error."""

import json
import os


def recording(folder, lines):
    path = f"{folder}/hostile.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


HEADER = {"bezel": 1, "kind": "header", "panel": [527, 296]}


def touch(at, contact, phase="began", x=100, y=100):
    return {"t": at, "touch": contact, "phase": phase, "x": x, "y": y}


def replay(lines):
    return lambda folder, kiosk: ["replay", recording(folder, lines), "--kiosk", kiosk, "--size", "527x296"]


def file(name, data, *command):
    def make(folder, kiosk):
        path = f"{folder}/{name}"
        with open(path, "wb") as target:
            target.write(data)
        return [path if word == "FILE" else kiosk if word == "KIOSK" else word for word in command]
    return make


def plain(*command):
    return lambda folder, kiosk: [kiosk if word == "KIOSK" else word for word in command]


def pipe(*command):
    def make(folder, kiosk):
        path = f"{folder}/pipe"
        if not os.path.exists(path):
            os.mkfifo(path)
        return [path if word == "PIPE" else kiosk if word == "KIOSK" else word for word in command]
    return make


COMMANDS = {
    "a replay of /dev/zero": plain("replay", "/dev/zero", "--kiosk", "KIOSK"),
    "a replay of /dev/urandom": plain("replay", "/dev/urandom", "--kiosk", "KIOSK"),
    "a replay of a folder": plain("replay", "/", "--kiosk", "KIOSK"),
    "a replay of nothing": plain("replay", "/dev/null", "--kiosk", "KIOSK"),
    "a replay of 100,000 fingers": replay([touch(0.01 * n, n) for n in range(100_000)]),
    "a replay that goes back in time": replay([touch(5, 1), touch(1, 1, "ended")]),
    "a replay of a million years": replay([touch(0, 1), touch(3e13, 1, "ended")]),
    "a replay at infinity": replay(['{"t":0,"touch":1,"phase":"began","x":1e400,"y":-1e400}']),
    "a replay of a deep stack": replay([{"bezel": 1, "stack": ["home"] * 100_000}]),
    "a replay of one long line": replay(["[" * 5_000_000]),
    "a replay of YAML that refers to itself": file("a.yml", b"a: &a [*a]\n" * 1_000, "replay", "FILE", "--kiosk", "KIOSK"),
    "a replay of YAML that laughs": file(
        "a.yml", b"".join(b"a%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 10) if n else b"x") for n in range(12)),
        "replay", "FILE", "--kiosk", "KIOSK"),
    "a trace to a pipe without a reader": pipe("replay", "config/museum-visit.jsonl", "--kiosk", "KIOSK", "--trace", "PIPE"),
    "a film to a pipe": pipe("replay", "config/museum-visit.jsonl", "--kiosk", "KIOSK", "--film", "PIPE"),
    "a film to a full disk": plain("replay", "config/museum-visit.jsonl", "--kiosk", "KIOSK", "--film", "/dev/full"),
    "a check of a device": plain("check", "/dev/zero"),
    "a check of a file of zeros": file("a.toml", bytes(1_000_000), "check", "FILE"),
    "a check of nothing": plain("check", "/nowhere"),
    "a check of an empty name": plain("check", ""),
    "a machine's file of dotted keys": file(
        "a.toml", b"\n".join(b"a" + b".b" * 100 + b".c%d = 1" % n for n in range(4_500)), "check", "FILE"),
    "a machine's file with huge numbers": file(
        "b.toml", b'[display]\nmemory = "99999999999 GB"\nscale = 1e300\n', "check", "FILE"),
    "a status from nobody": plain("control", "status", "--socket", "/nowhere"),
    "a status from a file": plain("control", "status", "--socket", "/etc/passwd"),
    "a long address of a socket": plain("control", "status", "--socket", "/" + "a" * 5_000),
    "a screen of 10⁹ pixels": plain("run", "KIOSK", "--display", "headless", "--screen", "99999x99999"),
    "a screen of no size": plain("run", "KIOSK", "--display", "headless", "--screen", "0x0"),
    "a deep stack": plain("run", "KIOSK", "--display", "headless", "--stack", ",".join(["home"] * 20_000)),
    "a reader without a kiosk": plain("read-content", "--time", "10", "--memory", "100000000"),
}
