"""Without a touch panel a kiosk is useless: exit code 69."""

from host.refusal import expect_refusal

GPUS = ("virtio",)
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    expect_refusal(stage, user="kiosk", code=69, patterns=[r"(?i)touch ?(panel|screen)"])
