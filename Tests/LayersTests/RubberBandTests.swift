// The rubber band against UIKit's published values.

import Layers
import Testing

@Suite struct RubberBandTests {
    /// For a view of 960 with UIKit's 0.55, to two decimals.
    @Test(arguments: [(0.0, 0.0), (5, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (960, 340.65)])
    func `a pull shows as UIKit shows it`(pull: Double, shown: Double) {
        let band = RubberBand()
        #expect(abs(band.banded(pull, dimension: 960) - shown) < 0.005)
        #expect(band.banded(-pull, dimension: 960) == -band.banded(pull, dimension: 960))
    }

    @Test(arguments: [0.15, 0.55, 1.0])
    func `the pull for a shown distance shows as that distance`(coefficient: Double) {
        let band = RubberBand(coefficient: coefficient)
        for pull in [-5000, -300, -1, 0, 0.001, 7, 960, 20_000] {
            let shown = band.banded(pull, dimension: 960)
            #expect(abs(band.pull(showing: shown, dimension: 960) - pull) < 1e-9 * max(1, abs(pull)) * 100)
        }
    }

    @Test func `the band begins with its slope and never reaches the dimension`() {
        let band = RubberBand()
        #expect(abs(band.banded(1e-6, dimension: 100) / 1e-6 - 0.55) < 1e-6)
        #expect(band.banded(1e9, dimension: 100) < 100)
        #expect(band.pull(showing: 100, dimension: 100).isFinite)
    }

    @Test func `a view without extent does not give`() {
        #expect(RubberBand().banded(50, dimension: 0) == 0)
        #expect(RubberBand().pull(showing: 50, dimension: 0) == 0)
    }
}
