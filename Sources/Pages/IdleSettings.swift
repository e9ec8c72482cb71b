// What happens when nobody touches the panel: the table [idle].

public import Geometry

/// The table `[idle]`, in the machine's file and in a kiosk's. What is nil was not said.
public struct IdleSettings: Hashable, Sendable {
    /// After how long the kiosk goes back to its start page.
    public var homeAfter: Instant.Span?
    /// The name of the page that is shown to attract people.
    public var attract: String?
    /// After how long the panel goes dark.
    public var blankAfter: Instant.Span?
    /// The hours in which the panel is lit at all.
    public var schedule: [DailyHours]?

    /// Nothing said.
    public init() {}

    /// What `settings` say; nothing when they are nil.
    public init(reading settings: Settings?) {
        guard let settings else { return }
        homeAfter = settings.span("home-after")
        attract = settings.string("attract")
        blankAfter = settings.span("blank-after")
        guard let texts = settings.strings("schedule") else { return }
        let hours = texts.map { DailyHours($0) }
        if let wrong = hours.firstIndex(of: nil) {
            settings.report(
                "schedule", "schedule must hold hours such as \"07:00-22:00\", not \"\(texts[wrong])\"")
        } else {
            schedule = hours.compactMap(\.self)
        }
    }

    /// These, with what they leave open taken from `others`.
    public func completed(by others: IdleSettings) -> IdleSettings {
        var all = self
        all.homeAfter = homeAfter ?? others.homeAfter
        all.attract = attract ?? others.attract
        all.blankAfter = blankAfter ?? others.blankAfter
        all.schedule = schedule ?? others.schedule
        return all
    }
}

/// A part of each day, such as `07:00-22:00`; it reaches over midnight when it ends before it begins.
public struct DailyHours: Hashable, Sendable {
    /// Minutes since midnight when it begins, 0 to 1439.
    public var start: Int
    /// Minutes since midnight when it ends, 1 to 1440.
    public var end: Int

    /// Reads `07:00-22:00`; nil when the text is not that. `24:00` is an end.
    public init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { DailyHours.minutes($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440, start != end, end > 0 else {
            return nil
        }
        self.start = start
        self.end = end
    }

    /// Whether `minute` of the day, 0 to 1439, lies in these hours.
    public func contains(minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
