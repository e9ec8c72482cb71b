// The table [statistics] of the machine's file.

import Settings

/// Where the kiosk counts visits, and for how long. Without the table it counts them in its metrics only.
package struct StatisticsTable: Hashable, Sendable {
    /// The folder with a file for each day.
    package let folder: String
    /// The number of days of which the files are kept.
    package let days: Int

    /// The range of `days`. Ten years of files are as many as a folder may have that is listed at once.
    package static let range = 1...3660

    /// The settings of the table. Nil when `settings` is nil or names no folder; errors are reported to it.
    init?(reading settings: Settings?) {
        guard let settings else { return nil }
        days = settings.integer("days", in: Self.range) ?? 400
        guard let path = settings.string("folder") else {
            if settings.has("days"), !settings.has("folder") {
                settings.reportMissing("folder", "such as folder = \"/var/lib/bezel/statistics\"")
            }
            return nil
        }
        guard path.hasPrefix("/") else {
            settings.reject("folder", "must be a path that begins with /")
            return nil
        }
        folder = path
    }

    /// Statistics in `folder`, of the last `days` days.
    package init(folder: String, days: Int = 400) { (self.folder, self.days) = (folder, days) }
}
