// Reads the light of the room from time to time, beside the event loop.

import Geometry
import Linux
import Logging
import Machine

/// Watches a sensor, and tells when it has become night or day by it. A sensor that does not answer holds up nothing: it is read on a
/// thread of its own, one reading at a time.
final class LightWatch {
    private let table: LightTable
    private let loop: EventLoop
    private let log: Logger
    private var rule: LightRule
    private let timer: Timer
    private var reading: BackgroundCall<Result<Double, LightSensor.Failure>>?
    /// Whether it was said that the sensor cannot be read.
    private var isLost = false

    /// The time from one reading to the next.
    static let period = Instant.Span.seconds(5)

    /// Whether it is night by the sensor; nil while that is not known.
    var isNight: Bool? { rule.isNight }

    /// Watches the sensor of `table`, and calls `onChange` when `isNight` has changed. The first reading begins at once; the others
    /// come every `period`.
    init(
        _ table: LightTable, every period: Instant.Span = LightWatch.period, loop: EventLoop, log: Logger,
        onChange: @escaping () -> Void
    ) {
        (self.table, self.loop, self.log, rule) = (table, loop, log, LightRule(table))
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in
            // The one before has not been answered yet.
            if reading == nil { read(onChange) } else { take(.failure(.init(description: silence)), onChange) }
            timer.setDeadline(MonotonicClock.now() + period)
        }
        timer.setDeadline(.zero)
    }

    deinit { timer.setDeadline(nil) }

    private var silence: String { "\(table.sensor.path) does not answer" }

    private func read(_ onChange: @escaping () -> Void) {
        do throws(SystemError) {
            reading = try BackgroundCall(
                on: loop,
                { [sensor = table.sensor] in Result { () throws(LightSensor.Failure) in try sensor.read() } }
            ) { [unowned self] result in
                reading = nil
                take(result, onChange)
            }
        } catch { take(.failure(.init(description: "\(error)")), onChange) }
    }

    private func take(_ result: Result<Double, LightSensor.Failure>, _ onChange: () -> Void) {
        let before = rule.isNight
        switch result {
        case .success(let lux):
            rule.take(lux, at: MonotonicClock.now())
            if isLost { log.notice("the light sensor can be read again: \(table.report(lux))") }
            isLost = false
        case .failure(let failure):
            rule.take(nil, at: MonotonicClock.now())
            if !isLost {
                log.warning(
                    "the light sensor cannot be read: \(failure); until it can, night comes by the clock or the sun, if the kiosk says when"
                )
            }
            isLost = true
        }
        if rule.isNight != before { onChange() }
    }
}
