"""The guest has a screen, and udev and libinput detect a touch panel correctly."""

from host.failure import Failure, expect

GPUS = ("virtio", "bochs")
LIMIT = 180
INIT = "small"
NEEDS_BEZEL = False


def run(stage):
    machine, guest = stage.machine, stage.guest
    expect(guest.find("/dev/dri/card*"), ["/dev/dri/card0"], "the cards")
    driver = {"virtio": "/sys/module/virtio_gpu", "bochs": "/sys/module/bochs"}[machine.gpu]
    expect(guest.find(driver), [driver], "the module of the card")

    panel = guest.panel(name="panel", size="527x296", resolution=20, slots=10, rate=100, id="1234:5678")
    properties = dict(
        line.split("=", 1) for line in guest.output("udevadm", "info", "-q", "property", panel.node).splitlines())
    expect(properties.get("ID_INPUT_TOUCHSCREEN"), "1", "udev's ID_INPUT_TOUCHSCREEN")
    expect(properties.get("ID_INPUT_WIDTH_MM"), "527", "udev's ID_INPUT_WIDTH_MM")

    devices = guest.output("libinput", "list-devices")
    entry = next((part for part in devices.split("\n\n") if panel.node in part), None)
    if entry is None:
        raise Failure(f"libinput does not list {panel.node}:\n{devices}")
    for text in ["Bezel Test Panel", "527x296mm", "touch"]:
        if text not in entry:
            raise Failure(f"libinput's entry has no `{text}`:\n{entry}")

    events = guest.start("stdbuf", "-oL", "libinput", "debug-events", "--device", panel.node, name="events")
    events.wait_line("DEVICE_ADDED")
    panel.play("down 1 1.5 150", "move 1 190 156 over 100", "up 1")
    events.wait_line(r"TOUCH_DOWN.*\( *1\.50/150\.00mm\)")
    events.wait_line(r"TOUCH_MOTION.*\(190\.00/156\.00mm\)")
    events.wait_line("TOUCH_UP")
    panel.play("down 1 10 10 2 50 60", "unplug")
    events.wait_line("TOUCH_CANCEL|TOUCH_UP")
    events.wait_line("DEVICE_REMOVED")

    picture = stage.still_screen("console")
    expect((picture.width, picture.height), (1920, 1080), "the size of the screen")
