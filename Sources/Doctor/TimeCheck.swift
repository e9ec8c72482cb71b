// Checks whether the clock is right and in the right time zone, on which schedules and recordings depend, and the light sensor, by
// which night falls.

import Linux
import Machine

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
        var (findings, light): ([Finding], [Finding]) = ([], [])
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
        switch (facts.light, facts.configuration.lightTable) {
        case (.success(let lux)?, let table?): light.append(.fine(.time, "light: \(table.report(lux))"))
        case (.failure(let failure)?, _):
            light.append(
                .warn(
                    .time, "the light sensor cannot be read: \(failure)",
                    "correct file in [light-sensor]; the sensors are: ls /sys/bus/iio/devices/*/in_illuminance*"))
        case (.success?, nil), (nil, _): break
        }
        if findings.isEmpty { findings = [.fine(.time, "\(clock.local) in \(clock.zone ?? "UTC"), kept right")] }
        return findings + light
    }
}
