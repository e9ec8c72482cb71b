// The table [maintenance] of the machine's file: whether and how the maintenance pages of a kiosk open on its glass.

package import Geometry
package import Linux
import Pages
package import Settings
package import Stage

/// The table `[maintenance]`. Without it the kiosk has no maintenance pages.
package struct MaintenanceTable: Hashable, Sendable {
    /// The corner in which a finger is held.
    package var corner = CornerHold.Corner.topLeft
    /// How long the finger is held.
    package var hold = Instant.Span.seconds(3)
    /// The hash of the PIN that is asked for next, as `bezel pin` writes it.
    package var pin: PasswordHash

    /// The range of `hold`. With a shorter time, people who only rest a finger would open the pages.
    package static let holds = Instant.Span.seconds(1)...Instant.Span.seconds(10)

    /// The default corner and time, with `pin`.
    package init(pin: PasswordHash) { self.pin = pin }

    /// The settings of the table. Nil when `settings` is nil or has errors, which are reported to it.
    package init?(reading settings: Settings?) {
        guard let settings else { return nil }
        corner = settings.choice("corner", CornerHold.Corner.self) ?? corner
        if let span = settings.span("hold") {
            if !Self.holds.contains(span) { settings.reject("hold", "must be from 1 to 10 s") }
            hold = span
        }
        guard let text = settings.string("pin") else {
            for key in ["corner", "hold"] where settings.has(key) && !settings.has("pin") {
                settings.report(key, "\(key) needs a PIN; \"bezel pin\" asks for one and prints its line")
            }
            return nil
        }
        guard let hash = PasswordHash(text) else {
            settings.report(
                "pin", "pin must be the output of \"bezel pin\", which begins with $7$; the PIN itself is never stored")
            return nil
        }
        pin = hash
    }
}
