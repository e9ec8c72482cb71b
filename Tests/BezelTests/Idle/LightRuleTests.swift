// Night by the light in the room: what switches, what does not, and what is said of a sensor.

import Geometry
import Glibc
import Linux
import TestFolders
import TestRandomness
import Testing

@testable import Machine

@Suite struct LightRuleTests {
    private nonisolated static let table = LightTable(path: "/none", nightBelow: 10, dayAbove: 30, delay: .seconds(60))

    /// Whether it is night after each of `readings`, which come every five seconds.
    private func nights(_ readings: [Double?], _ table: LightTable = table) -> [Bool?] {
        var rule = LightRule(table)
        return readings.enumerated().map { index, lux in
            rule.take(lux, at: .zero + .seconds(Double(5 * index)))
            return rule.isNight
        }
    }

    @Test func `the first clear reading counts at once`() {
        #expect(nights([20, 20, 5]) == [nil, nil, true])
        #expect(nights([200]) == [false])
    }

    @Test func `a change counts when it has lasted`() {
        let found = nights([200.0] + Array(repeating: 2.0, count: 15))
        #expect(found == Array(repeating: false, count: 13) + [true, true, true])
    }

    @Test func `a shadow changes nothing, however often it comes`() {
        let shadows = Array(repeating: Array(repeating: 2.0, count: 12) + [200], count: 100).joined()
        #expect(nights([200] + shadows.map { .some($0) }).allSatisfy { $0 == false })
    }

    @Test func `between dark and bright it stays what it is`() {
        #expect(nights([2] + Array(repeating: 20, count: 100)).allSatisfy { $0 == true })
        #expect(nights([200] + Array(repeating: 20, count: 100)).allSatisfy { $0 == false })
        // Darkness that ends in twilight has not lasted.
        let twilight: [Double?] = Array(Array(repeating: [2, 2, 20], count: 50).joined())
        #expect(nights([200] + twilight).allSatisfy { $0 == false })
    }

    @Test func `a sensor that fails for a moment changes nothing, and for long leaves it to the clock`() {
        let found = nights([2] + Array(repeating: nil, count: 8) + [2])
        #expect(found == Array(repeating: true, count: 7) + [nil, nil, true])
    }

    @Test(arguments: UInt64(0)..<200)
    func `whatever it reads, it turns only after a while of the same`(seed: UInt64) {
        var dice = SplitMix(seed)
        var readings: [Double?] = []
        while readings.count < 400 {
            let value: Double? = dice.chance(9) ? nil : .random(in: 0...60, using: &dice)
            readings += Array(repeating: value, count: 1 + dice.below(25))
        }
        let found = nights(readings)
        for index in 1..<found.count {
            guard let now = found[index], let before = found[index - 1], now != before else { continue }
            let last = readings[max(0, index - 12)...index]
            #expect(last.allSatisfy { lux in lux.map { now ? $0 < 10 : $0 > 30 } ?? false }, "\(seed) \(index)")
        }
    }

    @Test func `a raw value has an offset and a scale, its own or that of all`() throws {
        let folder = TemporaryFolder()
        func write(_ name: String, _ text: String) { folder.write(Array(text.utf8), to: name) }
        func lux(_ name: String) throws -> Double { try LightSensor("\(folder.path)/\(name)").read() }
        write("dev2/in_illuminance_raw", "100\n")
        #expect(try lux("dev2/in_illuminance_raw") == 100)
        write("dev2/in_illuminance_scale", "0.5\n")
        write("dev2/in_illuminance_offset", "-20\n")
        #expect(try lux("dev2/in_illuminance_raw") == 40)
        write("dev2/in_illuminance0_raw", "100\n")
        #expect(try lux("dev2/in_illuminance0_raw") == 40)
        write("dev2/in_illuminance0_scale", "2\n")
        #expect(try lux("dev2/in_illuminance0_raw") == 160)
        write("dev2/in_illuminance_input", "77.5\n")
        #expect(try lux("dev2/in_illuminance_input") == 77.5)
        write("dev2/in_illuminance_offset", "-2000\n")
        #expect(try lux("dev2/in_illuminance_raw") == 0)
    }

    @Test func `what is no number is said, and a pipe without a writer holds up nobody`() throws {
        let folder = TemporaryFolder()
        for (text, words) in [("", "must hold a number"), ("bright", "not \"bright\""), ("nan", "must hold a number")] {
            folder.write(Array(text.utf8), to: "lux")
            let error = #expect(throws: LightSensor.Failure.self) { try LightSensor("\(folder.path)/lux").read() }
            #expect(error?.description.contains(words) == true)
        }
        #expect(throws: LightSensor.Failure.self) { try LightSensor("\(folder.path)/gone").read() }
        #expect(throws: LightSensor.Failure.self) { try LightSensor(folder.path).read() }
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(throws: LightSensor.Failure.self) { try LightSensor("\(folder.path)/pipe").read() }
    }

    @Test func `the table of the machine's file is checked, and bezel check says what the sensor reads`() throws {
        let folder = TemporaryFolder()
        func check(_ table: String, kiosk: String = "[theme]\nnight-from = \"light\"\n") -> [String] {
            folder.write(Array("# Home\n".utf8), to: "kiosk/home.md")
            folder.write(Array(kiosk.utf8), to: "kiosk/kiosk.toml")
            folder.write(Array("kiosk = \"\(folder.path)/kiosk\"\n\(table)".utf8), to: "bezel.toml")
            var command = CheckCommand()
            command.path = "\(folder.path)/bezel.toml"
            var lines: [String] = []
            try? command.run { lines.append($0.replacing(folder.path, with: "here")) }
            return lines
        }
        folder.write(Array("214".utf8), to: "lux")
        let file = "file = \"\(folder.path)/lux\"\n"
        #expect(check("[light-sensor]\n\(file)").contains("here/bezel.toml: here/lux reads 214 lux: day"))
        for (table, words) in [
            ("", "light-sensor is missing, so it is never night"),
            ("[light-sensor]\nfile = \"lux\"\n", "file must be a path that begins with /"),
            ("[light-sensor]\nnight-below = 5\n", "file is missing"),
            ("[light-sensor]\n\(file)day-above = 5\n", "day-above must not be less than night-below"),
            ("[light-sensor]\n\(file)night-below = 0\n", "night-below must be a number from"),
            ("[light-sensor]\n\(file)delay = \"2 h\"\n", "delay must be from \"0 s\" to \"1 h\""),
            ("[light-sensor]\n\(file)gain = 2\n", "unknown key \"gain\""),
            (
                "[light-sensor]\nfile = \"\(folder.path)/gone\"\n",
                "3:8: warning: the light sensor cannot be read now: open"
            ),
        ] {
            let found = check(table)
            #expect(found.contains { $0.contains(words) }, "\(table): \(found)")
        }
        #expect(
            check("[light-sensor]\n\(file)", kiosk: "").contains {
                $0.contains("warning: no kiosk has a night, so the sensor is not read")
            })
    }
}
