// The keys of the machine's file that count from the next start on.

import Machine

extension Configuration {
    /// The keys, such as `[display] rotation`, whose values differ from those in `started`, with which the kiosk began, and which are
    /// read only at the start. Both are the part of one screen.
    func restartKeys(since started: Configuration) -> [String] {
        // A file with several screens has some keys in their tables.
        let screen = screens.isEmpty ? "[display]" : "[[screen]]"
        func has<Value: Equatable>(_ value: (Configuration) -> Value) -> Bool { value(self) != value(started) }
        let all: [(key: String, isOther: Bool)] = [
            ("[display] backend", has(\.backend)), ("\(screen) output", has(\.output)), ("\(screen) mode", has(\.mode)),
            ("\(screen) rotation", has(\.rotation)), ("\(screen) scale", has(\.scale)),
            ("[display] buffers", has(\.buffers)), ("[display] format", has(\.format)),
            ("[display] planes", has(\.planes)), ("[display] blank", has(\.light)),
            ("[[screen]] panel", has(\.panel)), ("[input] devices", has(\.devices)),
            ("[input] rotation", has(\.inputRotation)), ("[input] panels", has(\.panels)),
            ("[input.buttons]", has(\.buttons)), ("[control] socket", has(\.control.socket)),
            ("[control.allow]", has(\.control.allowed)), ("[record] keep", has(\.control.kept)),
            ("[statistics]", has(\.statistics)), ("[light-sensor]", has(\.lightTable)),
            ("[maintenance]", has(\.maintenance)), ("[web]", has(\.web)),
        ]
        return all.filter(\.isOther).map(\.key)
    }
}

extension KioskReload {
    /// What to say about the keys `waiting`; nil when there are none.
    static func note(on waiting: [String]) -> String? {
        waiting.isEmpty
            ? nil
            : "\(waiting.joined(separator: ", ")) in the machine's file \(waiting.count == 1 ? "counts" : "count") from the next "
                + "start on: restart the kiosk, or put back what was there"
    }
}
