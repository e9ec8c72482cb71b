// What a stage knows of the world around it: the wall clock, and values in files that others write.

package import Geometry

/// The wall clock and the values of files, as they arrived last. A visitor who leaves takes nothing of them along.
package struct StageValues: Sendable {
    /// The wall clock; nil until it arrives.
    package var clock: WallClock?
    /// The contents of files, as text for the pages, by the files' names.
    package var files: [String: String] = [:]

    /// The most files whose contents are kept.
    package static let mostFiles = 16
    /// The most bytes that the contents of a file take.
    package static let mostBytes = 64 << 10

    /// The values with which a stage begins, before any has arrived.
    package init(clock: WallClock? = nil, files: [String: String] = [:]) { (self.clock, self.files) = (clock, files) }
}

/// Calls a closure when a value has arrived, as long as its owner is there.
@MainActor
package final class ValueWatch {
    fileprivate let onChange: () -> Void

    /// Watches the values of `stage`. It calls `onChange` with `owner` when one has arrived, or when the stage wakes.
    package init<Owner: AnyObject>(of owner: Owner, on stage: Stage, onChange: @escaping (Owner) -> Void) {
        self.onChange = { [weak owner] in
            if let owner { onChange(owner) }
        }
        stage.valueWatches.removeAll { $0.watch == nil }
        stage.valueWatches.append(WeakWatch(watch: self))
    }
}

/// A watch that its owner keeps.
struct WeakWatch { weak var watch: ValueWatch? }

extension Stage {
    func take(_ clock: WallClock) {
        values.clock = clock
        note(.clock(nanoseconds: clock.nanoseconds(at: now), zone: clock.zone))
        tellOfValues()
    }

    func take(_ file: ArrivalRecord.File) {
        guard file.value.utf8.count <= StageValues.mostBytes else { return }
        guard values.files[file.name] != nil || values.files.count < StageValues.mostFiles else { return }
        values.files[file.name] = file.value
        note(.file(file))
        tellOfValues()
    }

    func tellOfValues() { for weak in valueWatches { weak.watch?.onChange() } }

    /// The values that have arrived, as arrivals at `now`.
    var valueRecords: [ArrivalRecord] {
        let clock = values.clock.map {
            ArrivalRecord(time: now, what: .clock(nanoseconds: $0.nanoseconds(at: now), zone: $0.zone))
        }
        let files = values.files.sorted { $0.key < $1.key }.map {
            ArrivalRecord(time: now, what: .file(.init(name: $0.key, value: $0.value)))
        }
        return [clock].compactMap(\.self) + files
    }
}
