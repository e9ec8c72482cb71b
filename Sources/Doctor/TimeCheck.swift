// Checks whether the clock is right and in the right time zone: schedules and recordings depend on it.

import Linux

enum TimeCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        let clock = facts.clock
        guard !clock.isBeforeThisProgram else {
            return [
                .warn(
                    .time, "the clock shows \(clock.local), which is before this program was installed",
                    facts.asRoot("apt install systemd-timesyncd, or date --set=\"2026-01-31 12:00\""))
            ]
        }
        var findings: [Finding] = []
        if clock.isSynchronized == false {
            findings.append(
                .warn(
                    .time, "\(clock.local), and the clock is not synchronized: it will drift by seconds a day",
                    facts.asRoot("apt install systemd-timesyncd && timedatectl set-ntp true")))
        }
        if clock.zone == nil {
            let what = "no time zone is set, so local time is UTC"
            findings.append(
                facts.isOpen != nil
                    ? .warn(
                        .time, what + ", and the kiosk's schedule depends on it",
                        facts.asRoot("timedatectl set-timezone Europe/Berlin"))
                    : .fine(.time, what))
        }
        if facts.isOpen == false {
            findings.append(.fine(.time, "outside of the schedule: the screen is off until it is touched"))
        }
        if findings.isEmpty { findings = [.fine(.time, "\(clock.local) in \(clock.zone ?? "UTC"), kept right")] }
        return findings
    }
}
