"""What fingers do in the gallery, by name, and what has to come of it: for tools/films, and for the guest.

Each is written in the language of Tests/Machine/guest/panel.py, for a panel of 527 x 296 mm with 1920 x 1080 pixels.
"""

from dataclasses import dataclass, field

KIOSK = "kiosk"      # bezel with config/gallery
GALLERY = "gallery"  # bezel-gallery
CALIBRATION = "calibration"  # bezel replay --calibration; the stack is the step


@dataclass
class Interaction:
    name: str
    shows: str
    stack: str
    lines: list
    expects: list            # expected records of the trace, in this order
    end: list                # the stack when everything is at rest
    sheets: list = field(default_factory=list)
    never: list = field(default_factory=list)  # records that must not come
    program: str = GALLERY
    language: str = "en"     # of the calibration; empty: the panel asks


# What fingers do.

def swipe(start, end, over, finger=1):
    """A finger that lifts while it moves."""
    return [f"down {finger} {at(start)}", f"move {finger} {at(end)} over {over}", f"up {finger}"]


def drag(start, end, over, finger=1):
    """A finger that rests before it lifts: no velocity is left."""
    return [f"down {finger} {at(start)}", f"move {finger} {at(end)} over {over}", "hold 150", f"up {finger}"]


def tap(*place, finger=1):
    return [f"down {finger} {at(place)}", "hold 60", f"up {finger}"]


def path(*steps, finger=1):
    """One finger from place to place: (x, y), then (x, y, ms) each."""
    return [f"down {finger} {at(steps[0])}"] + [f"move {finger} {at(step)} over {step[2]}" for step in steps[1:]] + [
        f"up {finger}"]


def wait(milliseconds):
    return [f"hold {milliseconds}"]


def at(place):
    return f"{place[0]} {place[1]}"


# Expected results.

def gesture(name, state="began"):
    return {"kind": "gesture", "name": name, "state": state}


def moves(operation, phase, **more):
    return {"kind": "transition", "operation": operation, "phase": phase, **more}


def goes(name, operation="pop"):
    """The gesture begins, and what it moves leaves."""
    return [gesture(name), moves(operation, "settling", finish=True), moves(operation, "finished")]


def stays(name, operation="pop"):
    """The gesture begins, and what it moves goes back."""
    return [gesture(name), moves(operation, "settling", finish=False), moves(operation, "cancelled")]


LOOKS = ["parallax", "slide", "cover", "cross-fade", "scale"]
PARALLAX = "gallery,looks,parallax"
SHEET_BAR = (263, 33)


def look(name):
    row = 88 + 27 * LOOKS.index(name)
    return Interaction(
        f"look-{name}", "A page comes and goes in its own way, and the finger leads it.", "gallery,looks",
        tap(241, row) + wait(900) + path((2, 170), (110, 172, 350), (240, 176, 250)),
        [moves("push", "finished", to=name)] + goes("edge-pop"), ["gallery", "looks"])


TRANSITIONS = [
    Interaction(
        "edge-pop", "From the leading edge; the line at the edge says when letting go would pop.", PARALLAX,
        path((2, 170), (40, 171, 250), (230, 176, 400)), goes("edge-pop"), ["gallery", "looks"]),
    Interaction(
        "full-screen-pop", "From anywhere, with the same transition.", PARALLAX,
        path((180, 150), (340, 160, 450)), goes("full-screen-pop"), ["gallery", "looks"]),
    Interaction(
        "short-fast-swipe", "A flick is enough.", PARALLAX,
        swipe((3, 170), (48, 172), 70), goes("edge-pop"), ["gallery", "looks"]),
    Interaction(
        "pop-given-up", "Too short, and it rests: it goes back.", PARALLAX,
        drag((2, 170), (40, 172), 300), stays("edge-pop"), ["gallery", "looks", "parallax"]),
    Interaction(
        "pop-thrown-back", "A long way, and back: it goes back.", PARALLAX,
        path((2, 170), (260, 172, 400), (150, 172, 150)), stays("edge-pop"), ["gallery", "looks", "parallax"]),
    Interaction(
        "pop-caught", "Caught while it leaves, held, and brought back.", PARALLAX,
        swipe((2, 170), (120, 172), 120) + wait(60)
        + path((460, 150), (460, 150, 300), (250, 150, 300), (235, 150, 150)),
        [moves("pop", "settling", finish=True), moves("pop", "caught"), moves("pop", "settling", finish=False),
         moves("pop", "cancelled")], ["gallery", "looks", "parallax"]),
    Interaction(
        "pop-rested", "A finger that rests for a second and twitches moves its page by the twitch.", PARALLAX,
        ["down 1 180 150", "move 1 300 152 over 300", "hold 1000", "move 1 300.05 152 over 10", "hold 300", "up 1"],
        goes("full-screen-pop"), ["gallery", "looks"]),
    Interaction(
        "pop-caught-across", "Caught, and moved across: the pop goes on, and the page beneath scrolls.",
        "gallery,long-list,parallax",
        swipe((2, 170), (120, 172), 120) + wait(60) + path((380, 250), (380, 90, 300)),
        [moves("pop", "caught"), moves("pop", "settling", finish=True, why="the finger moved across"),
         gesture("scroll"), moves("pop", "finished")], ["gallery", "long-list"]),
    Interaction(
        "pops-overlap", "A second pop begins while the first one settles.", PARALLAX + ",slide",
        swipe((2, 170), (120, 172), 120) + wait(50) + swipe((2, 120), (120, 122), 120, finger=2),
        [moves("pop", "began", **{"from": "slide"}), moves("pop", "began", **{"from": "parallax"}),
         moves("pop", "finished", **{"from": "slide"}), moves("pop", "finished", **{"from": "parallax"})],
        ["gallery", "looks"]),
    Interaction(
        "push-driven-back", "A push is caught on its way and driven back.", "gallery,looks",
        tap(241, 88) + wait(60) + path((2, 170), (160, 172, 300)),
        [moves("push", "began"), moves("push", "caught"), moves("push", "settling", finish=False),
         moves("push", "cancelled")], ["gallery", "looks"]),
    Interaction(
        "double-tap", "Two quick taps on a row bring one page, and two on the way back take one away.", "gallery,looks",
        tap(241, 88) + wait(90) + tap(243, 88) + wait(900) + tap(5, 5) + wait(90) + tap(5, 5),
        [moves("push", "began", to="parallax"), moves("push", "finished", to="parallax"),
         moves("pop", "began", **{"from": "parallax"}), moves("pop", "finished", **{"from": "parallax"})],
        ["gallery", "looks"], never=[moves("pop", "began", **{"from": "looks"})]),
    *map(look, LOOKS),
    Interaction(
        "veto-allowed", "The page is held under the finger; with the answer it catches up and goes.", "gallery,order",
        ["down 1 60 200", "move 1 300 204 over 400", "hold 700"] + tap(301, 271, finger=2) + wait(600)
        + ["move 1 340 204 over 100", "up 1"],
        [moves("pop", "held"), moves("present", "finished"), moves("pop", "answered", finish=True),
         moves("pop", "settling", finish=True), moves("pop", "finished")], ["gallery"]),
    Interaction(
        "veto-refused", "Kept: the page goes back when the finger lets go.", "gallery,order",
        ["down 1 60 200", "move 1 300 204 over 400", "hold 700"] + tap(226, 271, finger=2) + wait(600) + ["up 1"],
        [moves("pop", "held"), moves("pop", "answered", finish=False), moves("pop", "settling", finish=False),
         moves("pop", "cancelled")], ["gallery", "order"]),
    Interaction(
        "veto-answered-later", "The finger has gone; the page waits for the answer where it is.", "gallery,order",
        path((60, 200), (300, 204, 400)) + wait(900) + tap(301, 271),
        [moves("pop", "held"), moves("pop", "held"), moves("pop", "answered", finish=True), moves("pop", "finished")],
        ["gallery"]),
    Interaction(
        "veto-taken-back", "The finger brings the page back: the question goes.", "gallery,order",
        path((60, 200), (260, 204, 400), (260, 204, 500), (61, 204, 400)),
        [moves("pop", "held"), moves("pop", "cancelled"), moves("dismiss", "finished")], ["gallery", "order"]),
    Interaction(
        "bar-hidden", "Bars move with their pages; one that has none is popped like any other.", "home,hidden",
        path((2, 170), (120, 172, 350), (230, 176, 250)), goes("edge-pop"), ["home"], program=KIOSK),
    Interaction(
        "zone", "Only near the leading edge a full-screen pop begins.", "home,zone",
        drag((150, 120), (260, 122), 300) + wait(300) + path((50, 170), (210, 172, 400)),
        [gesture("full-screen-pop", "failed")] + goes("full-screen-pop"), ["home"], program=KIOSK),
    Interaction(
        "hint", "After two swipes that fail the third is shown the way back, once.", "home,edge",
        (drag((240, 170), (330, 172), 250) + wait(400)) * 2 + path((240, 170), (330, 172, 400), (330, 172, 300)),
        [gesture("full-screen-pop", "failed")] * 3, ["home", "edge"], program=KIOSK),
    Interaction(
        "forward", "From the trailing edge the page comes again that was popped last.", "home,zone",
        swipe((2, 170), (120, 172), 150) + wait(900) + path((525, 170), (420, 172, 300), (250, 174, 250)),
        goes("edge-pop") + [gesture("trailing-edge"), moves("push", "finished")], ["home", "zone"], program=KIOSK),
    Interaction(
        "right-to-left", "Text runs the other way, and so does everything else.", "gallery,right-to-left,arabic-page",
        path((525, 170), (420, 172, 350), (290, 176, 250)), goes("edge-pop"), ["gallery", "right-to-left"]),
    Interaction(
        "right-to-left-full-screen", "To the left, from anywhere.", "gallery,right-to-left,arabic-page",
        path((360, 150), (190, 160, 450)), goes("full-screen-pop"), ["gallery", "right-to-left"]),
    Interaction(
        "two-people", "One drags on; the other’s edge pop is theirs alone.", "gallery,two-people",
        ["down 1 420 150", "move 1 400 130 over 150", "down 2 2 150", "move 1 380 110 2 200 150 over 400", "up 2",
         "up 1"], [gesture("right-drag"), *goes("edge-pop")], ["gallery"]),
]

SHEETS = [
    Interaction(
        "sheet-comes-and-goes", "The page behind steps back; the sheet is pulled away.", "gallery,sheets",
        tap(241, 112) + wait(900) + path(SHEET_BAR, (263, 90, 300), (263, 170, 200)),
        [moves("present", "finished")] + goes("pull-to-dismiss", "dismiss"), ["gallery", "sheets"]),
    Interaction(
        "sheet-pull-cancelled", "Pulled, and pushed up again.", "gallery,sheets,sheet-plain!",
        path(SHEET_BAR, (263, 150, 350), (263, 90, 150)), stays("pull-to-dismiss", "dismiss"),
        ["gallery", "sheets"], ["sheet-plain"]),
    Interaction(
        "sheet-tap-outside", "A tap beside it sends it away.", "gallery,sheets,sheet-plain!",
        wait(100) + tap(263, 8), [gesture("tap-outside", "ended"), moves("dismiss", "finished")],
        ["gallery", "sheets"]),
    Interaction(
        "sheet-above-its-top", "Above its height it gives like a rubber band.", "gallery,sheets,sheet-plain!",
        path(SHEET_BAR, (263, 60, 200), (263, 4, 400), (263, 4, 200)), stays("pull-to-dismiss", "dismiss"),
        ["gallery", "sheets"], ["sheet-plain"]),
    Interaction(
        "sheet-detents-up", "From 90 mm to 60 %, and on to the top.", "gallery,sheets,sheet-detents!",
        swipe((263, 216), (263, 150), 250) + wait(800) + swipe((263, 130), (263, 70), 250),
        stays("pull-to-dismiss", "dismiss") * 2, ["gallery", "sheets"], ["sheet-detents"]),
    Interaction(
        "sheet-detents-down", "Down to the next height, and away from the lowest.", "gallery,sheets,sheet-detents!",
        swipe((263, 216), (263, 150), 250) + wait(800) + swipe((263, 126), (263, 190), 300) + wait(800)
        + swipe((263, 216), (263, 280), 200),
        stays("pull-to-dismiss", "dismiss") * 2 + goes("pull-to-dismiss", "dismiss"), ["gallery", "sheets"]),
    Interaction(
        "sheet-scrolls-and-pulls", "One finger: list, sheet, list, with no jump.", "gallery,sheets,sheet-list!",
        path((263, 150), (263, 100, 250), (263, 250, 600), (263, 90, 600), (263, 90, 150)),
        [gesture("scroll"), {"kind": "scroll", "handover": "sheet"}, {"kind": "scroll", "handover": "scroll"},
         gesture("scroll", "ended")], ["gallery", "sheets"], ["sheet-list"]),
    Interaction(
        "sheet-fling-to-top", "A fling that reaches the top moves nothing but the list.", "gallery,sheets,sheet-list!",
        swipe((263, 250), (263, 120), 150) + wait(1800) + swipe((263, 110), (263, 230), 100) + wait(400)
        + swipe((263, 110), (263, 230), 100),
        [gesture("scroll"), gesture("scroll", "ended")] * 2 + [{"kind": "scroll", "offset": 0.0, "phase": "rest"}],
        ["gallery", "sheets"], ["sheet-list"], never=[moves("dismiss", "began")]),
    Interaction(
        "sheet-separate", "The list waits until the pull has failed, and never gets the finger back.",
        "gallery,sheets",
        tap(264, 80) + wait(300) + tap(241, 165) + wait(900) + path((263, 150), (263, 250, 400), (263, 120, 400)),
        [moves("present", "finished"), *stays("pull-to-dismiss", "dismiss")], ["gallery", "sheets"], ["sheet-list"]),
    Interaction(
        "sheet-decline", "The list leaves a finger alone that pulls it down at its top.", "gallery,sheets",
        tap(360, 80) + wait(300) + tap(241, 165) + wait(900) + path((263, 150), (263, 200, 300), (263, 280, 200)),
        [moves("present", "finished"), *goes("pull-to-dismiss", "dismiss")], ["gallery", "sheets"]),
    Interaction(
        "sheet-two-lists", "One is scrolled; the other, at its top, pulls.", "gallery,sheets,sheet-two-lists!",
        swipe((130, 240), (130, 160), 200) + wait(1500) + path((400, 120), (400, 200, 300), (400, 260, 200)),
        [gesture("scroll"), *goes("pull-to-dismiss", "dismiss")], ["gallery", "sheets"]),
    Interaction(
        "sheet-two-hands", "One hand pulls the sheet and holds it; the other scrolls, and moves nothing else.",
        "gallery,sheets,sheet-two-lists!",
        ["down 1 263 33", "move 1 263 83 over 300", "down 2 130 250", "move 2 130 150 over 300", "up 2", "hold 500",
         "move 1 263 73 over 200", "hold 200", "up 1"],
        [gesture("pull-to-dismiss"), gesture("scroll"), gesture("scroll", "ended"),
         moves("dismiss", "settling", finish=False), moves("dismiss", "cancelled")],
        ["gallery", "sheets"], ["sheet-two-lists"]),
    Interaction(
        "sheet-both-axes", "Sideways it scrolls; straight down at its top it pulls.", "gallery,sheets,sheet-both-axes!",
        drag((400, 180), (200, 182), 400) + wait(400) + path((263, 120), (263, 200, 300), (263, 270, 200)),
        [gesture("scroll"), moves("dismiss", "finished")], ["gallery", "sheets"]),
    Interaction(
        "sheet-gallery", "It pages sideways; straight down it goes.", "gallery,sheets,sheet-gallery!",
        swipe((360, 170), (220, 172), 200) + wait(900) + path((263, 120), (263, 200, 300), (263, 270, 200)),
        [gesture("page"), *goes("pull-to-dismiss", "dismiss")], ["gallery", "sheets"]),
    Interaction(
        "sheet-on-sheet", "Each steps back for the next; the upper one goes first.", "gallery,sheets,sheet-on-sheet!",
        tap(241, 112) + wait(900) + path(SHEET_BAR, (263, 100, 250), (263, 190, 200)) + wait(900)
        + path(SHEET_BAR, (263, 100, 250), (263, 190, 200)),
        [moves("present", "finished"), *(goes("pull-to-dismiss", "dismiss") * 2)], ["gallery", "sheets"]),
    Interaction(
        "sheet-with-a-stack", "A page inside a sheet pops there.", "gallery,sheets,sheet-on-sheet!,parallax",
        path((2, 170), (120, 172, 350), (230, 176, 250)), goes("edge-pop"), ["gallery", "sheets"], ["sheet-on-sheet"]),
]

SCROLLING = [
    Interaction(
        "list-flung-and-stopped", "Ten thousand rows, flung; a touch stops them and presses nothing.",
        "gallery,long-list", swipe((260, 250), (260, 100), 120) + wait(500) + tap(260, 150),
        [gesture("scroll"), gesture("stop", "ended")], ["gallery", "long-list"], never=[gesture("tap", "ended")]),
    Interaction(
        "list-rubber-band", "Past its top it gives, and swings back.", "gallery,long-list",
        path((260, 80), (260, 240, 500), (260, 240, 200)), [gesture("scroll"), gesture("scroll", "ended")],
        ["gallery", "long-list"]),
    Interaction(
        "row-opens", "A row shows its actions; a touch elsewhere closes it.", "gallery,long-list",
        path((360, 120), (250, 121, 300), (250, 121, 150)) + wait(700) + tap(260, 240),
        [gesture("row-swipe"), gesture("row-swipe", "ended"), gesture("close-row")],
        ["gallery", "long-list"]),
    Interaction(
        "row-long-swipe", "A long swipe does what stands first.", "gallery,long-list",
        path((60, 120), (200, 121, 350), (330, 121, 250)), [gesture("row-swipe"), gesture("row-swipe", "ended")],
        ["gallery", "long-list"]),
    Interaction(
        "open-row-closes-first", "An open row closes before the page goes.", "gallery,meets-row-trailing",
        swipe((360, 120), (330, 121), 150) + wait(600) + path((120, 200), (250, 204, 300)) + wait(600)
        + path((120, 200), (300, 204, 400)),
        [gesture("row-swipe"), gesture("row-swipe", "ended"), gesture("close-row"),
         gesture("full-screen-pop", "failed"), *goes("full-screen-pop")], ["gallery"]),
    Interaction(
        "gallery-pages", "A page at a time, however fast.", "gallery,strips",
        swipe((360, 180), (220, 182), 120) + wait(900) + swipe((360, 180), (220, 182), 250),
        [gesture("page"), gesture("page", "ended")] * 2, ["gallery", "strips"]),
    Interaction(
        "strip-at-rest-and-moved", "A strip that has just come to its start keeps the finger; at rest the page goes.",
        "gallery,strips",
        drag((400, 75), (360, 76), 250) + wait(300) + swipe((150, 75), (320, 76), 300) + wait(250)
        + drag((150, 75), (250, 76), 300) + wait(1500) + path((150, 75), (330, 76, 400)),
        [gesture("scroll"), gesture("scroll"), gesture("scroll"), *goes("full-screen-pop")], ["gallery"]),
    Interaction(
        "slider-at-the-edge", "The thumb has the finger, even where edge pops begin; the sea follows.",
        "gallery,sliders-and-map", path((6, 204), (120, 205, 400), (200, 205, 200)),
        [gesture("slider"), gesture("slider", "ended")], ["gallery", "sliders-and-map"], never=[gesture("edge-pop")]),
    Interaction(
        "map-pans", "Wherever the finger goes; the edge still pops.", "gallery,sliders-and-map",
        path((150, 90), (300, 120, 350), (240, 60, 300)) + wait(600) + path((2, 100), (120, 102, 300), (230, 104, 200)),
        [gesture("scroll"), *goes("edge-pop")], ["gallery"]),
]

# Which side wins where an edge pop, a full-screen pop and a pull meet what lies under the finger (K the kiosk, C the content).
MEETINGS = {
    "vertical-scroll": ("scroll", "KKK"), "horizontal-start": ("scroll", "KKK"), "horizontal-middle": ("scroll", "KCK"),
    "horizontal-end": ("scroll", "KCK"), "both-axes": ("scroll", "KKK"), "gallery-first": ("page", "KKK"),
    "gallery-other": ("page", "KCK"), "row-leading": ("row-swipe", "KCK"), "row-trailing": ("row-swipe", "KKK"),
    "slider-thumb": ("slider", "CCK"), "slider-track": ("slider", "KCK"), "map": ("scroll", "KCC"),
    "long-press": ("long-press", "KKK"), "double-tap": ("double-tap", "KKK"), "pinch": ("pinch", "CCC"),
}
OWN = ["edge-pop", "full-screen-pop", "pull-to-dismiss"]


def meeting(content, number):
    own = OWN[number]
    its, winners = MEETINGS[content]
    wins = winners[number] == "K"
    y = 240 if content.startswith("slider") else 170
    start = [(4, y), (200, y), (250, min(y, 170))][number]
    if content.startswith("slider") and number == 2:
        start = (250, y)
    screen = "meets-" + ("slider" if content.startswith("slider") else content)
    lines = wait(100)
    if content == "slider-thumb" and number > 0:
        lines += tap(start[0], y) + wait(400)
    if content == "slider-track" and number != 1:
        lines += tap(400, y) + wait(400)
    way = (0, min(100, 292 - start[1])) if number == 2 else (150, 0)
    end = (start[0] + way[0], start[1] + way[1])
    if content == "pinch":
        lines += [f"down 1 {at(start)} 2 {start[0] + 40} {start[1]}",
                  f"move 1 {at(start)} 2 {start[0] + 130} {start[1] + way[1] * 0.4} over 400", "hold 150", "up 1 2"]
    else:
        lines += path(start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 250), (*end, 200))
    operation = "dismiss" if number == 2 else "pop"
    if wins:
        expects = goes(own, operation)
        end_stack, sheets = ["gallery"], []
    else:
        expects = [gesture(its), gesture(its, "ended")]
        end_stack = ["gallery"] if number == 2 else ["gallery", screen]
        sheets = [screen] if number == 2 else []
    return Interaction(
        f"{own}-meets-{content}", f"The {'kiosk' if wins else 'content'} has it.",
        f"gallery,{screen}" + ("!" if number == 2 else ""), lines, expects, end_stack, sheets,
        never=[gesture(its if wins else own)])


CONFLICTS = [meeting(content, number) for content in MEETINGS for number in range(3)]


# The calibration. Its buttons are one below the other in the middle, the strong one first.

STRONG = (263.5, 219)   # "Next" and "Save"
ARABIC = (317, 104)     # on the page of languages


def targets(believed=(527, 296)):
    """Where the rings are, in order: 16 mm from the edges of a glass of the believed size."""
    left, top = 16 * 527 / believed[0], 16 * 296 / believed[1]
    right, bottom = 527 - left, 296 - top
    return [(left, top), (right, bottom), (right, top), (left, bottom), (263.5, 148), (263.5, top), (right, 148),
            (263.5, bottom), (left, 148)]


def hold(place, milliseconds):
    return [f"down 1 {at(place)}", f"hold {milliseconds}", "up 1"] + wait(400)


def rest(place):
    """A finger that trembles by 0.2 mm for 2.8 s."""
    lines = [f"down 1 {at(place)}"]
    for step in range(280):
        lines.append(f"move 1 {place[0] + 0.2 * (step % 3 - 1)} {place[1] + 0.2 * (step * 7 % 3 - 1)} over 10")
    return lines + ["up 1"] + wait(400)


def over_the_edge(number):
    """A slow, a usual or a fast swipe, which the panel sees first a little later each time."""
    along = 90 + number * 37 % 90
    return swipe((0.3 + number * 11 % 13 / 10 * (1 + number % 3), along), (60, along), (400, 200, 100)[number % 3]) + wait(320)


def in_the_page(number):
    """A drag inwards from the dot that is shown."""
    along = 296 * (0.15 + 0.7 * (number * 3 % 20) / 20)
    inside = 10 + 15 * (number * 7 % 20) / 19
    return swipe((inside, along), (inside + 25, along), 300) + wait(320)


def calibrates(step, shows, lines, language="en"):
    done = lines + wait(900) + tap(*STRONG) + wait(1200) + tap(*STRONG) + wait(800)
    return Interaction(
        f"calibrate-{step}" + ("" if language else "-language"), shows, step, wait(300) + done, [], ["summary"],
        program=CALIBRATION, language=language)


HELD = [hold(place, 750) for place in targets()]
CALIBRATIONS = [
    calibrates("position", "Nine rings say how the panel lies.", sum(HELD, [])),
    calibrates("position", "After three of them the language, here Arabic.",
               sum(HELD[:3], []) + wait(900) + tap(*ARABIC) + wait(700) + sum(HELD[3:], []), language=""),
    calibrates("size", "A card is drawn as large as a real one.", drag((300, 100), (330, 118), 900)),
    calibrates("edges", "Swipes over the edge, then drags in the page, then the width that follows.",
               sum((over_the_edge(number) for number in range(59)), [])
               + sum((in_the_page(number) for number in range(20)), [])),
    calibrates("noise", "A finger that rests, twice, and then all there are.",
               rest((200.3, 165.8)) + rest((326.7, 165.8))
               + ["down 1 150 150 2 180 140 3 210 135 4 240 140", "hold 300", "up 1 2 3 4"]),
]
ALL = TRANSITIONS + SHEETS + SCROLLING + CONFLICTS + CALIBRATIONS
