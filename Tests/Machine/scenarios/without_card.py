"""The machine has no graphics card when the kiosk starts. The kiosk waits, and shows its pages when the driver is loaded."""

from host.kiosk import Kiosk

# This runs last on its machine, because the card stays.
GPUS = ("none",)
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    panel = stage.guest.panel()
    kiosk = Kiosk(stage, "--wait", "--size", "527x296", ready="no graphics card.*waiting for it")
    stage.guest.output("modprobe", "vkms")
    kiosk.process.wait_line("ready", 60)
    kiosk.process.wait_open(panel.node)
    panel.play("down 1 1.5 150", "move 1 200 156 over 200", "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    kiosk.stop()
