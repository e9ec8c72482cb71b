// An asynchronous result, which reaches a stage after it was requested.

package import Drawing
package import Geometry

/// A result that comes some time after it was requested. Pass it to `Stage.arrived`; like a touch, it takes effect at
/// the instant at which the stage takes it.
package struct Arrival: Sendable {
    enum What: Sendable {
        case picture(ReadPicture)
        case pictureLeaves(ArrivalRecord.Picture)
        case result(ArrivalRecord.Result)
        case night(Bool)
        /// The result `number` of those called `name` can no longer be sent.
        case end(name: String, number: Int)
        case clock(WallClock)
        case file(ArrivalRecord.File)
    }
    let what: What

    init(_ what: What) { self.what = what }

    /// A picture that the stage requested with `nextPicture`.
    package init(_ picture: ReadPicture) { what = .picture(picture) }

    /// A recorded result that an app waits for. It goes to the expectation with that name and number. In a stage that began
    /// later than the recorded one, numbers are smaller, and the result goes to the newest expectation with that name.
    package init(_ result: ArrivalRecord.Result) { what = .result(result) }

    /// A recorded eviction of a picture in memory.
    package init(leaving picture: ArrivalRecord.Picture) { what = .pictureLeaves(picture) }

    /// The night if `isNight`, or else the day, for which the stage may have another theme.
    package init(night isNight: Bool) { what = .night(isNight) }

    /// The wall clock.
    package init(_ clock: WallClock) { what = .clock(clock) }

    /// The contents of a file that others write.
    package init(_ file: ArrivalRecord.File) { what = .file(file) }

    /// Whether this is a picture that was read from a file or could not be read.
    package var isPicture: Bool { if case .picture = what { true } else { false } }

    /// Whether this belongs to a result that the app calls `name`: a result, or the end of its expectation.
    package func isOf(_ name: String) -> Bool {
        switch what {
        case .picture, .pictureLeaves, .night, .clock, .file: false
        case .result(let result): result.name == name
        case .end(let its, _): its == name
        }
    }

    /// Whether this ends the wait for `result`, whatever its value: it has arrived or can no longer be sent.
    package func settles(_ result: ArrivalRecord.Result) -> Bool {
        switch what {
        case .picture, .pictureLeaves, .night, .clock, .file: false
        case .result(let own): (own.name, own.number) == (result.name, result.number)
        case .end(let name, let number): (name, number) == (result.name, result.number)
        }
    }

    /// The number of bytes of text that the arrival keeps in the queue.
    var bytes: Int {
        switch what {
        case .picture, .pictureLeaves, .night, .end, .clock: 0
        case .file(let file): file.name.utf8.count + file.value.utf8.count
        case .result(let result): result.name.utf8.count + result.value.utf8.count
        }
    }
}
