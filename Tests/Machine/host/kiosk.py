"""`bezel`, or an app, in the guest: running with a trace and a recording, and replayed."""

import json
import re

from host.failure import Failure, expect
from host.picture import read_png

FOLDER = "/machine/kiosk"


class Kiosk:
    """`bezel run` as the user kiosk, with the page `hours` on top of the page `home`."""

    program, to_run, to_replay, stack = "bezel", ("run", FOLDER), ("--kiosk", FOLDER), "home,hours"

    def __init__(self, stage, *options, part="", environment=None, ready="ready"):
        """`part` names the files of this run, for scenarios that start several in turn. The kiosk has started when it writes a
        line that matches `ready`."""
        self.stage, self.guest, self.part = stage, stage.guest, part and part + "."
        self.path = f"/tmp/{stage.name}.{self.part}"
        self.recording, self.trace_file = f"{self.path}recording", f"{self.path}trace"
        self.process = self.guest.start(
            self.program, *self.to_run, "--stack", self.stack, "--record", self.recording, "--trace", self.trace_file,
            *options, user="kiosk", environment=environment)
        self.process.wait_line(ready, limit=60)
        self.trace = self.guest.start("tail", "-n", "+1", "-F", self.trace_file, name="trace")

    def await_record(self, limit=30, **wanted):
        """The next record of the trace with these fields."""
        passed = []
        while True:
            try:
                record = json.loads(self.trace.wait_line(r"^\{", limit))
            except Failure as failure:
                lines = "".join(f"\n    {json.dumps(record)}" for record in decisions(passed))
                raise Failure(f"the trace has no record with {wanted}: {failure}\nskipped:{lines}") from None
            if matches(record, wanted):
                return record
            passed.append(record)

    def still_screen(self, name, **options):
        """The screen, once the kiosk has finished drawing. Also saved as NAME.png in the output."""
        return self.stage.still_screen(name, process=self.process, **options)

    def said(self, pattern, limit=30):
        """The time of the next line that matches the pattern, by the guest's CLOCK_MONOTONIC in seconds."""
        self.process.wait_line(pattern, limit)
        return self.process.lines[self.process.seen - 1].time

    def descriptors(self):
        """The number of its open files."""
        return len(self.guest.find(f"/proc/{self.process.pid}/fd/*"))

    def stop(self):
        """Sends SIGTERM, and saves the recording and the trace."""
        expect(self.process.stop(), 0, f"the exit code of `{self.program} run` after SIGTERM")
        self.trace.stop()
        self.stage.fetch(self.recording, f"{self.part}recording")
        self.records = read_trace(self.stage.fetch(self.trace_file, f"{self.part}trace.jsonl"))


class Gallery(Kiosk):
    """The sample app, with some of its screens on top of its list."""

    program, to_run, to_replay = "bezel-gallery", ("run",), ()

    def __init__(self, stage, screens, *options, **names):
        if not stage.guest.find(f"/machine/bin/{self.program}"):
            raise Failure(f"there is no {self.program} beside the bezel under test: build it (tools/build)")
        self.stack = f"gallery,{screens}"
        super().__init__(stage, *options, **names)

    def begun(self):
        """The gestures that began, in order, each with its name and number of fingers."""
        return [(record["name"], len(record["touches"])) for record in self.records
                if record["kind"] == "gesture" and record["state"] == "began"]


class Pages(Kiosk):
    """`bezel run` with the gallery's pages."""

    folder = "/machine/gallery"
    to_run, to_replay = ("run", folder), ("--kiosk", folder)

    def __init__(self, stage, stack, **names):
        self.stack = stack
        super().__init__(stage, **names)


class Replay:
    """A kiosk's recording, replayed in the guest by the same binary. The recording describes the screen and the panel. A replay
    without drawing only yields the decisions, and takes half as long."""

    def __init__(self, kiosk, draws=True):
        self.kiosk, self.stage, self.guest = kiosk, kiosk.stage, kiosk.guest
        trace = f"{kiosk.path}replay"
        self.play(*(["--hash"] if draws else []), "--trace", trace, limit=120)
        self.records = read_trace(self.stage.fetch(trace, f"{kiosk.part}replay.jsonl"))

    def play(self, *options, limit):
        kiosk = self.kiosk
        self.guest.output(
            kiosk.program, "replay", kiosk.recording, *kiosk.to_replay, "--stack", kiosk.stack, *options,
            user="kiosk", name="replay", limit=limit)

    def expect_shown(self, screen, what, turn=0, bits=32, **wanted):
        """Checks that the screen showed, pixel by pixel, the frame that the replay drew before the first record with the `wanted`
        fields, or the last frame if there are none. The picture was turned clockwise by `turn` degrees, and has `bits` bits per
        pixel."""
        frame = self.frame_before(**wanted)
        if bits == 32 and screen.turned(-turn % 360).hash() == frame["hash"]:
            return
        # Writing every frame of a replay to a file takes the guest a minute, so this is done only if pictures are compared.
        drawn = self.picture(frame["number"], f"{what}-replayed").turned(turn)
        if bits == 16:
            screen, drawn = screen.in_16_bits(), drawn.in_16_bits()
        expect_same_picture(self.stage, screen, drawn, what)

    def frame_before(self, **wanted):
        """The last recorded frame before the first record with these fields; without fields, the last frame."""
        frame = None
        for record in self.records:
            if wanted and matches(record, wanted):
                break
            if record["kind"] == "frame":
                frame = record
        else:
            if wanted:
                raise Failure(f"the trace of the replay has no record with {wanted}")
        if frame is None:
            raise Failure("the replay has drawn no frame")
        return frame

    def picture(self, number, name):
        """The picture of frame `number` of the replay. Also saved as NAME.png."""
        folder = f"{self.kiosk.path}frames"
        if not self.guest.find(folder):
            self.guest.output("mkdir", "-p", folder, user="kiosk")
            self.play("--frames", folder, limit=300)
        for path in self.guest.find(f"{folder}/*.png"):
            if int(re.search(r"(\d+)\.png$", path)[1]) == number:
                return read_png(self.stage.fetch(path, f"{name}.png"))
        raise Failure(f"the replay has written no picture of frame {number}")


def matches(record, wanted):
    return all(record.get(key) == value for key, value in wanted.items())


def read_trace(data):
    return [json.loads(line) for line in data.decode().splitlines() if line]


def decisions(records):
    """The decisions without their times: gestures and transitions."""
    return [{key: value for key, value in record.items() if key != "t"} for record in records
            if record["kind"] in ("gesture", "transition")]


def expect_same_picture(stage, screen, frame, what):
    """Compares two pictures. If any pixel differs, WHAT-difference.png shows where."""
    expect((frame.width, frame.height), (screen.width, screen.height), f"the size of the replayed frame, {what}")
    places = list(screen.differences(frame))
    if places:
        stage.keep(f"{what}-difference", screen.marked(places))
        x, y = places[0]
        raise Failure(f"{what}: {len(places)} pixels of the screen differ from the replayed frame, the first at "
                      f"({x}, {y}): {screen.pixel(x, y)} on the screen, {frame.pixel(x, y)} replayed; "
                      f"see {what}-difference.png")


def contacts_down(guest, path):
    """The contacts of a recording that began and never ended."""
    down = set()
    for line in guest.read(path).decode().splitlines()[1:]:
        # An empty line separates two frames of the same moment.
        record = json.loads(line or "{}")
        if "touch" in record:
            (down.discard if record["phase"] in ("ended", "cancelled") else down.add)(record["touch"])
    return sorted(down)
