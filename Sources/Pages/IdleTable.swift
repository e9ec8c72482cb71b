// The table [idle]: what happens when the panel is not touched.

package import Geometry
package import Settings

/// The table `[idle]` of the machine's file or of a kiosk's. Nil stands for a key that is absent.
package struct IdleTable: Hashable, Sendable {
    /// The time without a touch after which the kiosk returns to its start page.
    package var homeAfter: Instant.Span?
    /// The name of the page that is shown to attract people.
    package var attract: String?
    /// The time without a touch after which the panel goes dark.
    package var blankAfter: Instant.Span?
    /// The hours in which the panel is lit.
    package var schedule: [WeeklyHours]?

    /// What is wrong with a table that has `attract` alone.
    package static let attractionNeedsHome =
        "the page in attract is never shown, because it comes when the kiosk has gone home: set home-after, such as \"60 s\""
    /// The minimum of `home-after`.
    static let shortest = Instant.Span.seconds(5)

    /// A table without keys.
    package init() {}

    /// The table in `settings`. Empty when `settings` is nil.
    package init(reading settings: Settings?) {
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
                "the screen turns off before the idle question appears; make it longer than home-after",
                severity: .warning)
        }
        let hours = settings.items("schedule") { text throws(HoursMistake) in try WeeklyHours(reading: text) }
        if let hours, hours.areRight { schedule = hours.items }
    }

    /// This table, with absent keys taken from `others`.
    package func completed(by others: IdleTable) -> IdleTable {
        var all = self
        all.homeAfter = homeAfter ?? others.homeAfter
        all.attract = attract ?? others.attract
        all.blankAfter = blankAfter ?? others.blankAfter
        all.schedule = schedule ?? others.schedule
        return all
    }
}
