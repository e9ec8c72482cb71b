"""Draws a film strip of each interaction, and checks that each did what it says: tools/films [FOLDER] [NAME ...]"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from interactions import ALL, CALIBRATION, KIOSK  # noqa: E402: the flag is set first

ROOT = os.path.realpath(f"{os.path.dirname(os.path.realpath(__file__))}/../..")
PERIOD = 10  # ms between the samples of the panel


def recording(lines):
    """What a panel would have seen: the lines of a touch panel's script as a recording."""
    now, places = 0, {}
    samples = [{"bezel": 1, "screen": "1920x1080", "size": "527x296"}]

    def sample(phase, fingers):
        for finger in fingers:
            x, y = places[finger]
            samples.append({"t": now / 1000, "touch": finger, "phase": phase, "x": round(x, 3), "y": round(y, 3)})

    for line in lines:
        word, *rest = line.split()
        if word == "hold":
            now += int(rest[0])
            continue
        now += PERIOD
        if word == "up":
            sample("ended", [int(finger) for finger in rest])
            continue
        duration = int(rest[-1]) if word == "move" else 0
        values = [float(value) for value in (rest[:-2] if duration else rest)]
        goals = {int(values[i]): (values[i + 1], values[i + 2]) for i in range(0, len(values), 3)}
        if word == "down":
            places.update(goals)
            sample("began", goals)
            continue
        begin = {finger: places[finger] for finger in goals}
        count = duration // PERIOD
        now -= PERIOD
        for step in range(1, count + 1):
            now += PERIOD
            for finger, (x, y) in goals.items():
                from_x, from_y = begin[finger]
                places[finger] = (from_x + (x - from_x) * step / count, from_y + (y - from_y) * step / count)
            sample("moved", goals)
    return "".join(json.dumps(line) + "\n" for line in samples)


def complaint(interaction, records):
    """How the trace differs from what is expected; None if it does not."""
    rest = iter(records)
    for wanted in interaction.expects:
        if not any(matches(record, wanted) for record in rest):
            return f"nothing with {wanted}"
    for unwanted in interaction.never:
        if any(matches(record, unwanted) for record in records):
            return f"there is {unwanted}"
    last = records[-1]
    for key, value in ("stack", interaction.end), ("sheets", interaction.sheets), ("stuck", []):
        if last.get(key) != value:
            return f"at the end {key} is {last.get(key)}, not {value}"
    return None


def matches(record, wanted):
    return all(record.get(key) == value for key, value in wanted.items())


def play(interaction, folder, screen, draws):
    path = f"{folder}/{interaction.name}"
    with open(f"{path}.jsonl", "w") as file:
        file.write(recording(interaction.lines))
    command = [f"{ROOT}/.build/release/bezel-gallery", "replay", f"{path}.jsonl"]
    if interaction.program == KIOSK:
        command = [f"{ROOT}/.build/release/bezel", "replay", f"{path}.jsonl", "--kiosk", f"{ROOT}/config/gallery"]
    if interaction.program == CALIBRATION:
        command = [f"{ROOT}/.build/release/bezel", "replay", f"{path}.jsonl", "--calibration", "--step", interaction.stack]
        command += ["--language", interaction.language] if interaction.language else []
    else:
        command += ["--stack", interaction.stack]
    command += ["--screen", screen, "--trace", f"{path}.trace"]
    if draws:
        command += ["--film", f"{path}.png"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return f"exit code {done.returncode}: {done.stderr.strip()}"
    with open(f"{path}.trace") as file:
        return complaint(interaction, [json.loads(line) for line in file])


def main():
    parser = argparse.ArgumentParser(prog="tools/films", description=__doc__)
    parser.add_argument("folder", nargs="?", help="where strips, recordings and traces go (films)")
    parser.add_argument("name", nargs="*", help="only interactions whose names begin with this (all)")
    parser.add_argument("--screen", default="960x540", help="the pixels of the panel (960x540)")
    parser.add_argument("--check", action="store_true", help="play and check, and draw nothing")
    options = parser.parse_intermixed_args()
    chosen = [each for each in ALL if not options.name or each.name.startswith(tuple(options.name))]
    if options.check and not options.folder:
        with tempfile.TemporaryDirectory(prefix="bezel-films-") as folder:
            return play_all(chosen, folder, options)
    folder = options.folder or "films"
    os.makedirs(folder, exist_ok=True)
    status = play_all(chosen, folder, options)
    print(f"see {folder}/")
    return status


def play_all(chosen, folder, options):
    failed = []
    for number, interaction in enumerate(chosen, 1):
        start = time.monotonic()
        wrong = play(interaction, folder, options.screen, not options.check)
        if wrong:
            failed.append(interaction.name)
        print(f"{number:3}/{len(chosen)}  {'FAILED' if wrong else '      '}  {interaction.name:36} "
              f"{time.monotonic() - start:4.1f} s" + (f"\n         {wrong}" if wrong else ""), flush=True)
    print(f"{len(chosen) - len(failed)} did what they say, {len(failed)} did not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
