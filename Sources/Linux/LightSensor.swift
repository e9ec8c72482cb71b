// A sensor of the light in a room, as the kernel's Industrial I/O subsystem shows it.

import Glibc

/// Reads how bright it is. Reading may take as long as the sensor's bus takes, so it belongs on a thread of its own.
package struct LightSensor: Hashable, Sendable {
    /// The file with the sensor's value, such as `/sys/bus/iio/devices/iio:device0/in_illuminance_raw`.
    package let path: String

    /// The sensor with the value in `path`.
    package init(_ path: String) { self.path = path }

    /// Why a sensor cannot be read.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        /// A failure that `description` tells.
        package init(description: String) { self.description = description }
    }

    /// The illuminance in lux. A value that ends in `_raw` is (raw + offset) × scale, with the offset and the scale in the files beside
    /// it (Linux, Documentation/ABI/testing/sysfs-bus-iio); any other file has lux.
    package func read() throws(Failure) -> Double {
        let value = try Self.number(path)
        let lux: Double
        if path.hasSuffix("_raw") {
            let offset = try beside("offset") ?? 0
            lux = (value + offset) * (try beside("scale") ?? 1)
        } else {
            lux = value
        }
        guard lux.isFinite else { throw Failure(description: "\(path): it reads \(lux) lux, which is no brightness") }
        return max(0, lux)
    }

    /// The number in the file called `word` beside that of the value: its own, such as `in_illuminance0_scale`, or the one of all
    /// sensors of its kind, `in_illuminance_scale`. Nil when there is none.
    private func beside(_ word: String) throws(Failure) -> Double? {
        let name = path.dropLast("raw".count)
        let split = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let shared = name[..<split] + name[split...].filter { !$0.isNumber }
        for prefix in [String(name), String(shared)] where access(prefix + word, F_OK) == 0 {
            return try Self.number(prefix + word)
        }
        return nil
    }

    /// The most bytes of a number.
    private static let longest = 64

    private static func number(_ path: String) throws(Failure) -> Double {
        var bytes = [UInt8](repeating: 0, count: longest)
        do throws(SystemError) {
            // Another program may have made a pipe of it, which must not hold up the thread for good.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            let number = file.number
            let count = try SystemError.check("read", path) {
                Int32(bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) })
            }
            bytes.removeLast(longest - Int(count))
        } catch { throw Failure(description: "\(error)") }
        let text = String(decoding: bytes.prefix { $0 != 10 && $0 != 0 }, as: UTF8.self)
        if let value = Double(text.filter { !$0.isWhitespace }), value.isFinite { return value }
        let shown = String(text.map { $0.isLetter || $0.isNumber || $0.isPunctuation ? $0 : " " })
        throw Failure(description: "\(path): it must hold a number, not \"\(shown)\"")
    }
}
