// What happens when nobody touches the panel: the table [idle].

public import Geometry

/// The table `[idle]`, in the machine's file and in a kiosk's. What is nil was not said.
public struct IdleTable: Hashable, Sendable {
    /// After how long the kiosk goes back to its start page.
    public var homeAfter: Instant.Span?
    /// The name of the page that is shown to attract people.
    public var attract: String?
    /// After how long the panel goes dark.
    public var blankAfter: Instant.Span?
    /// The hours in which the panel is lit at all.
    public var schedule: [WeeklyHours]?

    /// The least that `home-after` can be.
    static let shortest = Instant.Span.seconds(5)

    /// Nothing said.
    public init() {}

    /// What `settings` say; nothing when they are nil.
    public init(reading settings: Settings?) {
        guard let settings else { return }
        homeAfter = settings.span("home-after")
        attract = settings.string("attract")
        blankAfter = settings.span("blank-after")
        if let homeAfter, homeAfter < IdleTable.shortest {
            settings.reject("home-after", "must be at least \"5 s\": people read before they touch")
            self.homeAfter = nil
        }
        if let homeAfter, let blankAfter, blankAfter <= homeAfter {
            settings.report(
                "blank-after",
                "the panel goes dark before anybody is asked whether they are still there; make it longer than home-after",
                severity: .warning)
        }
        guard let texts = settings.strings("schedule") else { return }
        let hours = texts.map { WeeklyHours($0) }
        if let wrong = hours.firstIndex(of: nil) {
            settings.report(
                "schedule",
                "schedule must hold hours such as \"07:00-22:00\" or \"mon-fri 07:00-22:00\", not \"\(texts[wrong])\"")
        } else {
            schedule = hours.compactMap(\.self)
        }
    }

    /// These, with what they leave open taken from `others`.
    public func completed(by others: IdleTable) -> IdleTable {
        var all = self
        all.homeAfter = homeAfter ?? others.homeAfter
        all.attract = attract ?? others.attract
        all.blankAfter = blankAfter ?? others.blankAfter
        all.schedule = schedule ?? others.schedule
        return all
    }
}
