"""Without a graphics card there is no display: exit code 69."""

from host.refusal import expect_refusal

GPUS = ("none",)
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    stage.guest.panel()
    expect_refusal(stage, user="kiosk", code=69, patterns=[r"(?i)display|graphics card|/dev/dri"])
