"""The gallery's interactions, by name: each has the expected decisions in the guest, and a replay has the same ones."""

import time

from host.failure import Failure, expect
from host.kiosk import Gallery, Pages, Replay, decisions, matches
from interactions import ALL, KIOSK

GPUS = ("virtio",)
INIT = "small"
TURN = "touch"
LIMIT = 900
NEEDS_BEZEL = True

NAMES = (
    "edge-pop", "full-screen-pop", "pop-given-up", "pop-caught", "pops-overlap", "push-driven-back", "look-slide",
    "look-cover", "look-cross-fade", "look-scale", "veto-allowed", "veto-refused", "sheet-comes-and-goes",
    "sheet-pull-cancelled", "sheet-detents-down", "sheet-scrolls-and-pulls", "sheet-fling-to-top",
    "full-screen-pop-meets-row-leading", "full-screen-pop-meets-map", "edge-pop-meets-slider-thumb",
    "full-screen-pop-meets-gallery-other", "right-to-left", "two-people", "bar-hidden",
)


def run(stage):
    panel = stage.guest.panel(size="527x296", slots=10, rate=100)
    known = {interaction.name: interaction for interaction in ALL}
    table, failed = [], []
    for number, name in enumerate(NAMES, 1):
        start = time.monotonic()
        try:
            won = play(stage, panel, known[name], f"{number:02}-{name}")
        except Failure as failure:
            won = f"FAILED: {failure}"
            failed.append(name)
            end(stage.guest, panel)
        table.append(f"{number:2}  {name:36} {time.monotonic() - start:5.1f} s  {won}")
        print("    " + table[-1].replace("\n", "\n        "), flush=True)
    stage.write("summary.txt", "\n".join(table) + "\n")
    expect(failed, [], f"the interactions, of {len(NAMES)}, that failed")


def play(stage, panel, interaction, part):
    """Restarts the program, plays the fingers, and returns the gestures that began."""
    if interaction.program == KIOSK:
        kiosk = Pages(stage, interaction.stack, part=part)
    else:
        kiosk = Gallery(stage, interaction.stack.removeprefix("gallery,"), part=part)
    panel.play(*interaction.lines)
    for wanted in interaction.expects:
        kiosk.await_record(**wanted)
    kiosk.still_screen(part)
    kiosk.stop()
    for unwanted in interaction.never:
        if any(matches(record, unwanted) for record in kiosk.records):
            raise Failure(f"the trace has a record with {unwanted}")
    replay = Replay(kiosk, draws=False)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    last = replay.records[-1]
    for key, value in ("stack", interaction.end), ("sheets", interaction.sheets), ("stuck", []):
        expect(last[key], value, f"{key} at the end")
    return ", ".join(record["name"] for record in kiosk.records
                     if record["kind"] == "gesture" and record["state"] == "began")


def end(guest, panel):
    """Cleans up after a failed interaction, but keeps the panel."""
    for process in list(guest.processes.values()):
        if process is not panel.process:
            process.stop()
