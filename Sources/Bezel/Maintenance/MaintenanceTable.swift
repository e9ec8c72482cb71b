// Whether a kiosk can be left on its glass, and how: the table [maintenance] of the machine's file.

public import Geometry
public import Linux
import Pages
public import Stage

/// The table `[maintenance]`. Without it there is no way out on the glass.
public struct MaintenanceTable: Hashable, Sendable {
    /// Where a finger is held.
    public var corner = CornerHold.Corner.topLeft
    /// For how long.
    public var hold = Instant.Span.seconds(3)
    /// What is asked for then, as `bezel pin` writes it.
    public var pin: PasswordHash

    /// How long a finger is held at least and at most: below, people who only rest it would find it.
    static let holds = Instant.Span.seconds(1)...Instant.Span.seconds(10)

    /// The default corner and time, with `pin`.
    public init(pin: PasswordHash) { self.pin = pin }

    /// What `settings` say; nil when they are nil or wrong, which they know then.
    init?(reading settings: Settings?) {
        guard let settings else { return nil }
        corner = settings.choice("corner", CornerHold.Corner.self) ?? corner
        if let span = settings.span("hold") {
            if !Self.holds.contains(span) { settings.reject("hold", "must be from 1 to 10 s") }
            hold = span
        }
        guard let text = settings.string("pin") else {
            for key in ["corner", "hold"] where settings.has(key) && !settings.has("pin") {
                settings.report(key, "\(key) is for who knows a PIN; \"bezel pin\" asks for one and writes its line")
            }
            return nil
        }
        guard let hash = PasswordHash(text) else {
            settings.report(
                "pin", "pin must be what \"bezel pin\" writes, which begins with $7$: a PIN itself is never kept")
            return nil
        }
        pin = hash
    }
}
