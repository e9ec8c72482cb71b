"""The tarball for other distributions: installed by its script, shown from boot, swiped, killed, swiped again; upgraded with a
changed file; removed."""

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 600
NEEDS_BEZEL = False
TURN = "installations"

MACHINE = "/etc/bezel/bezel.toml"


class Tarball(Service):
    PACKAGE = "bezel-*.tar.gz"
    FOLDER = "/tmp/tarball"

    def unpack(self):
        self.guest.output("sh", "-ec", f"""
            rm -rf {self.FOLDER} && mkdir {self.FOLDER}
            tar -xzf {self.package} --strip-components=1 -C {self.FOLDER}
            {self.FOLDER}/install.sh
        """, name="install", limit=180)

    def upgrade(self):
        """The same files, except for a different /etc/bezel/bezel.toml."""
        said = self.guest.output("sh", "-ec", f"""
            echo '# newer' >>{self.FOLDER}/files{MACHINE}
            {self.FOLDER}/install.sh
        """, name="upgrade", limit=180)
        if f"{MACHINE} is yours" not in said:
            raise Failure(f"the upgrade did not say that it keeps the changed file:\n{said}")

    def purge(self):
        self.guest.output(f"{self.FOLDER}/install.sh", "remove", name="remove", limit=120)
        self.expect_gone("/usr /lib /etc/systemd /etc/pam.d")
        expect(self.state("bezel.service"), "inactive", "bezel.service after it was removed")
        self.guest.output("sh", "-c", f"rm -r /etc/bezel {self.FOLDER} /var/lib/bezel", name="clean")
        self.leave()


def run(stage):
    service = Tarball(stage, "logind")
    service.install()
    service.panel = stage.guest.panel()
    service.start_as_boot_does()
    service.swipe_changes_the_screen("1-installed")

    before = service.main_pid()
    stage.guest.output("kill", "-9", before)
    service.await_other_process(before)
    service.swipe_changes_the_screen("2-killed")

    stage.guest.output("sh", "-c", f"sed -i '1i # mine' {MACHINE}")
    before = service.main_pid()
    service.upgrade()
    service.await_other_process(before)
    text = stage.guest.read(MACHINE).decode()
    if not text.startswith("# mine") or "# newer" in text:
        raise Failure(f"the upgrade has not kept the changed file:\n{text}")
    if "# newer" not in stage.guest.read(f"{MACHINE}.new").decode():
        raise Failure("the upgrade has not put its own file next to the changed one")
    service.swipe_changes_the_screen("3-upgraded")
    service.purge()
