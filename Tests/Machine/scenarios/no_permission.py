"""For a user without permissions the error says so, with exit code 77."""

from host.refusal import expect_refusal

GPUS = ("virtio",)
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    stage.guest.panel()
    expect_refusal(stage, user="nobody", code=77, patterns=[r"(?i)permission|not allowed"])
