// Draws a page of a kiosk whole, however far it scrolls.

import Drawing
import Geometry
import Layers
import Machine
import Pages
import Stage

/// Draws pages as a panel shows them, with all that is below the end of the glass. No device is needed, and no time passes.
@MainActor
struct PagePrinter {
    private let screens: StartScreens
    private let panel: Panel
    private let scale: Double
    /// Whether the pages look as at night.
    private let isNight: Bool
    /// The language of the pages; nil for the default language.
    private let language: String?
    /// What the clock shows.
    private let clock: WallClock
    private let decoder: PictureDecoder

    /// The most screenfuls of a page. What is below is left out.
    static let mostScreenfuls = 12

    /// How long after a change everything rests: pictures have faded in, and scroll bars have faded out.
    private static let rest = Instant.Span.seconds(3)

    /// Draws pages of `screens` on `panel`, as at night if it `isNight`, in `language`; nil for the default language. The clock shows
    /// `date`, or else the same time each day, so that pictures can be compared. `decoder` decodes their pictures.
    init(
        _ screens: StartScreens, on panel: Panel, scale: Double, isNight: Bool = false, language: String? = nil,
        date: CivilTime? = nil, decoder: @escaping PictureDecoder
    ) {
        (self.screens, self.panel, self.scale, self.language) = (screens, panel, scale, language)
        self.isNight = isNight
        self.decoder = decoder
        clock =
            date.map { date in
                let nanoseconds = WallClock.nanoseconds(ofSeconds: date.seconds)
                return WallClock(nanoseconds: nanoseconds, at: .zero, zone: WallClock.Zone(offsets: []))
            } ?? .standard(at: .zero)
    }

    /// The page `name`, with the first page of the kiosk below it. Throws when there is no such page.
    func print(_ name: String) throws(Failure) -> Bitmap {
        let root = screens.kiosk?.start.first ?? name
        let stage = try screens.stage(
            on: panel, scale: scale, stack: name == root ? [name] : [root, name], measured: nil, language: language,
            isNight: isNight, values: StageValues(clock: clock, files: screens.files))
        stage.keepAnimationsStill()
        var pieces: [Bitmap] = [draw(stage)]
        // The index lies over the page too. It is drawn once, beside the first screenful.
        (stage.visitScreens.last as? PageScreen)?.removeIndex()
        var offset = self.offset(of: stage)
        // The bar lies over the page. Half a screenful is more than any bar leaves free.
        let step = (panel.pixels.size.height / 2).rounded()
        while let last = offset, pieces.count < 2 * Self.mostScreenfuls {
            scroll(stage, to: last + step)
            offset = self.offset(of: stage)
            guard let now = offset, now > last else { break }
            pieces.append(Self.bottom(Int((now - last).rounded()), of: draw(stage)))
        }
        return Self.joined(pieces)
    }

    // MARK: Scrolling

    /// How far the page on top is scrolled, in pixels; nil when it has nothing to scroll.
    private func offset(of stage: Stage) -> Double? {
        stage.topScrollView.flatMap { view in view.axes.first.map { view.contentOffset[$0] } }
    }

    private func scroll(_ stage: Stage, to offset: Double) {
        guard let view = stage.topScrollView, let axis = view.axes.first else { return }
        view.scroll(to: offset, along: axis, animated: false)
    }

    // MARK: Drawing

    /// What is on the glass when everything rests.
    private func draw(_ stage: Stage) -> Bitmap {
        for _ in 0..<2 {
            _ = stage.plan(at: stage.now)
            while let order = stage.nextPicture(onlySeen: true) {
                stage.arrived(Arrival(order.read(decodedBy: decoder)), at: stage.now)
                _ = stage.plan(at: stage.now)
            }
            stage.willPresent(at: stage.now)
            stage.advance(to: stage.now + Self.rest)
        }
        let bitmap = Bitmap(size: panel.pixels, isOpaque: true, filledWith: .black)
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(panel.pixels.bounds))
        return bitmap
    }

    /// The last `rows` rows of `bitmap`.
    private static func bottom(_ rows: Int, of bitmap: Bitmap) -> Bitmap {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let rows = min(max(1, rows), height)
        let part = Bitmap(size: PixelSize(width, rows), isOpaque: true, filledWith: .black)
        part.pixels.update(from: bitmap.pixels + (height - rows) * width, count: rows * width)
        return part
    }

    /// `pieces` below each other.
    private static func joined(_ pieces: [Bitmap]) -> Bitmap {
        guard pieces.count > 1 else { return pieces[0] }
        let width = pieces[0].size.width
        let whole = Bitmap(
            size: PixelSize(width, pieces.reduce(0) { $0 + $1.size.height }), isOpaque: true, filledWith: .black)
        var row = 0
        for piece in pieces {
            (whole.pixels + row * width).update(from: piece.pixels, count: piece.size.height * width)
            row += piece.size.height
        }
        return whole
    }
}
