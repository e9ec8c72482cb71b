// The search for a processor's values, on processors that are made up, whose time is known.

import Geometry
import Layers
import Machine
import TestRandomness
import Testing

@Suite struct TuningSearchTests {
    /// A processor that takes a time of its own for each row, and more when it is disturbed.
    private final class MadeUp {
        private(set) var time = Instant(nanoseconds: 0)
        private(set) var rows = 0
        private var numbers: SplitMix
        private let noise: Double
        private let cost: (TuningPictures.Picture, Tuning) -> Double

        /// `cost` is in microseconds a row; up to `noise` of it is added by chance.
        init(seed: UInt64, noise: Double, cost: @escaping (TuningPictures.Picture, Tuning) -> Double) {
            (numbers, self.noise, self.cost) = (SplitMix(seed), noise, cost)
        }

        func draw(_ picture: TuningPictures.Picture, _ rows: Int, _ tuning: Tuning) {
            let disturbed = 1 + noise * Double(Int.random(in: 0...1000, using: &numbers)) / 1000
            time = time + .seconds(1e-6 * Double(rows) * cost(picture, tuning) * disturbed)
            self.rows += rows
        }

        func search(from tuning: Tuning = Tuning(), cores: Int = 4, within time: Instant.Span = .seconds(100))
            -> TuningSearch
        {
            var search = TuningSearch(
                from: tuning.possible(processors: cores), size: PixelSize(1920, 1080), cores: cores, within: time,
                now: { self.time }, processor: { self.time }, draw: draw)
            search.run()
            return search
        }
    }

    /// 1 where the value is the wanted one, else 1.3.
    private func penalty<Value: Equatable>(_ value: Value, _ wanted: Value) -> Double { value == wanted ? 1 : 1.3 }

    @Test(arguments: 0..<40)
    func `it finds the values of a processor that is disturbed`(seed: UInt64) {
        var numbers = SplitMix(seed)
        func one<Value>(of values: [Value]) -> Value { values[Int.random(in: 0...values.count - 1, using: &numbers)] }
        let (copying, calculating) = (one(of: Tuning.Kernels.available), one(of: Tuning.Kernels.available))
        let (requests, cache) = (one(of: [1, 2]), one(of: [Tuning.Cache.first, .second]))
        let (distance, near) = (one(of: [4, 8, 16, 32]) << 10, one(of: [0, 256, 512, 1024]))
        let (lines, beside, streams) = (one(of: [1, 2, 4]), one(of: [0, 256, 512, 1024]), one(of: [true, false]))
        let threads = one(of: [1, 2, 4])
        let processor = MadeUp(seed: seed, noise: 0.1) { [self] picture, tuning in
            let shared =
                picture == .betweenPixels && tuning.threads > 1
                ? tuning.threads <= threads ? 1 / Double(tuning.threads) : 1.5 : 1
            switch picture {
            case .pop, .fade:
                return penalty(tuning.copying, copying) * penalty(tuning.requests, requests)
                    * penalty(tuning.cache, cache)
                    * penalty(tuning.distance, distance) * penalty(tuning.near, near)
            case .betweenPixels: return shared * penalty(tuning.calculating, calculating) * penalty(tuning.lines, lines)
            case .turned: return penalty(tuning.beside, beside)
            case .readAgain: return penalty(tuning.streamsToCached, streams)
            }
        }
        let found = processor.search().tuning
        var wanted = found
        (wanted.copying, wanted.calculating, wanted.requests, wanted.cache) = (copying, calculating, requests, cache)
        (wanted.distance, wanted.near, wanted.lines, wanted.beside) = (distance, near, lines, beside)
        (wanted.streamsToCached, wanted.threads) = (streams, threads)
        #expect(found == wanted)
    }

    @Test(arguments: 0..<20)
    func `where nothing makes a difference it stays as it is`(seed: UInt64) {
        let processor = MadeUp(seed: seed, noise: 0.1) { _, _ in 1 }
        let search = processor.search(cores: 1)
        #expect(search.tuning == Tuning().possible(processors: 1))
        #expect(search.trials.allSatisfy { !$0.isKept })
    }

    @Test(arguments: [0.1, 1, 10, 100, 1000])
    func `it ends in time, on a fast processor and on a slow one`(microseconds: Double) {
        let processor = MadeUp(seed: 1, noise: 0.1) { _, tuning in microseconds * (tuning.requests == 1 ? 0.5 : 1) }
        let search = processor.search(cores: 2, within: TuningMeasurement.most)
        // One comparison may be under way when the time is up: four strips of at least 16 rows, or of two threads' pixels.
        let last = 4 * 1.1 * microseconds * 1e-6 * 273
        #expect((processor.time - Instant(nanoseconds: 0)).seconds <= TuningMeasurement.most.seconds + last)
        if microseconds <= 10 { #expect(search.tuning.requests == 1) }
        // Threads that could not be compared stay as expected.
        if microseconds >= 1000 { #expect(search.tuning.threads == 2) }
    }

    @Test func `pictures are drawn strip by strip, in any width`() {
        for width in [1, 17, 800, 1080, 4096] {
            let pictures = TuningPictures(width: width, cache: 1)
            #expect(pictures.rows % 16 == 0)
            for picture in TuningPictures.Picture.allCases {
                for rows in [0, 16, 100, pictures.rows, 1 << 20] {
                    pictures.draw(picture, rows: rows, with: .ofThisProcessor)
                }
            }
        }
    }
}
