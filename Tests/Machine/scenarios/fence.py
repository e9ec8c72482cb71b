"""Tests each line of systemd/hardening.conf: a program in the service's place tries what the line forbids, with and without the
sandbox, with seatd and in a logind session."""

import json

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 400
NEEDS_BEZEL = False

UNIT = """[Service]
Type=oneshot
User=bezel
PAMName=bezel
TTYPath=/dev/tty3
StandardInput=tty-force
StandardOutput=journal
StandardError=journal
SyslogIdentifier=fence
LimitRTPRIO=5
StateDirectory=bezel
CacheDirectory=bezel
ExecStart=/usr/bin/python3 /machine/tools/fence.py
"""
FENCE = "/lib/systemd/system/bezel.service.d/hardening.conf"
# Restrictions that use control groups do not apply if logind has moved the process to its session's group.
BY_CONTROL_GROUP = ("DevicePolicy: the screen", "DevicePolicy: /dev/fb0", "IPAddressDeny")
NAMESPACES = ("PrivateMounts", "PrivateIPC", "ProtectHostname")


def run(stage):
    guest = stage.guest
    service = Service(stage, "seatd")
    service.install()
    guest.output("sh", "-ec", """
        mkdir -p /srv/open /home/somebody; chmod 777 /srv/open; touch /tmp/everybody
        cp /usr/bin/id /srv/open/id; chmod 4755 /srv/open/id""")
    rows = {}
    for seat in ("seatd", "logind"):
        if seat == "logind":
            guest.output("systemctl", "unmask", "--runtime", "systemd-logind.service")
            guest.output("systemctl", "start", "systemd-logind.service")
        free = attempts(guest, f"free-{seat}", None)
        fenced = attempts(guest, f"fenced-{seat}", "")
        # Network sockets can be created here, so sending fails only because of IPAddressDeny.
        sent = attempts(guest, f"sent-{seat}", "RestrictAddressFamilies=\n")
        fenced["IPAddressDeny"] = sent["IPAddressDeny"]
        rows[seat] = (free, fenced)
        expect(("session-" in fenced["cgroup"]), seat == "logind", f"whether {fenced['cgroup']} is a session's")
    stage.write("fence.txt", "".join(
        f"{name:36} {rows['seatd'][0][name]:24} {rows['seatd'][1][name]:24} {rows['logind'][1][name]}\n"
        for name in rows["seatd"][0]))
    wrong = []
    for seat, (free, fenced) in rows.items():
        for name in free:
            if name in NAMESPACES:
                host = guest.output("readlink", f"/proc/1/ns/{ {'PrivateMounts': 'mnt', 'PrivateIPC': 'ipc'}.get(name, 'uts')}").strip()
                holds = free[name] == host and fenced[name] != host
            elif name == "cgroup":
                continue
            elif name.startswith("+"):
                holds = free[name] == fenced[name] == "allowed"
            else:
                is_open = seat == "logind" and name in BY_CONTROL_GROUP
                holds = free[name] == "allowed" and (fenced[name] == "allowed") == is_open
            if not holds:
                wrong.append(f"{seat}: {name}: {free[name]} without the sandbox, {fenced[name]} with it")
    if wrong:
        raise Failure("different from docs/security.md:\n" + "\n".join(wrong))
    print(f"        {len(rows['seatd'][0]) - 1} attempts with each seat: see fence.txt", flush=True)


def attempts(guest, name, besides):
    """The result of each attempt. `besides` are additional lines for the unit; None means no sandbox."""
    unit = f"fence-{name}"
    guest.write(f"/run/systemd/system/{unit}.service", UNIT.replace("=fence\n", f"={unit}\n"))
    if besides is not None:
        guest.write(f"/run/systemd/system/{unit}.service.d/fence.conf", guest.read(FENCE).decode() + besides)
    guest.output("systemctl", "daemon-reload")
    process = guest.run("systemctl", "start", unit)
    lines = guest.output("journalctl", "--no-pager", "--output=cat", "-t", unit).splitlines()
    found = [line for line in lines if line.startswith("{")]
    if process.code or not found:
        raise Failure(f"{unit} has failed: {process.text()}\n" + "\n".join(lines))
    return json.loads(found[-1])
