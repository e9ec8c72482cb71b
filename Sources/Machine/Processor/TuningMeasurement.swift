// Fits the compositor to this machine.

package import Geometry
import Linux

/// What was measured on this machine.
package struct TuningMeasurement {
    /// How long a measurement may take, the making of its bitmaps included.
    package static let most = Instant.Span.milliseconds(400)

    /// The values, and where they hold.
    package let record: TuningRecord
    /// What was tried.
    package let trials: [TuningSearch.Trial]
    /// How long it took.
    package let time: Instant.Span

    /// Measures with pictures of `size` pixels.
    package init(size: PixelSize) {
        let start = MonotonicClock.now()
        let (processor, cores) = (Processor.ofThisMachine(), Processor.runningCores)
        let pictures = TuningPictures(width: size.width, cache: Processor.largestCache ?? 8 << 20)
        var search = TuningSearch(
            from: .expected(on: processor, cores: cores), size: PixelSize(size.width, pictures.rows), cores: cores,
            within: Self.most - (MonotonicClock.now() - start), now: MonotonicClock.now, processor: ProcessorClock.now
        ) { pictures.draw($0, rows: $1, with: $2) }
        search.run()
        record = TuningRecord(
            place: TuningRecord.Place(processor: processor, cores: cores, picture: size), tuning: search.tuning)
        trials = search.trials
        time = MonotonicClock.now() - start
    }
}
