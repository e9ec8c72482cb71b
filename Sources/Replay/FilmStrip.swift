// A film strip of a replay: a dozen frames side by side, with the fingers drawn in.

import Drawing
import Frames
package import Geometry
import Layers
import Linux
import Machine
import Recordings
import Stage

/// Draws the film strip of a replay. The frames are spread evenly over those in which something changes. Each has its
/// time, the fingers that are down with their paths so far, and the last decision.
@MainActor
struct FilmStrip {
    private let recording: Recording
    private let panel: Panel
    private let showsHUD: Bool
    private let columns: Int
    private let most: Int
    /// The width of one frame in the strip, in pixels.
    private let width: Double
    private static let margin = 16.0
    private static let caption = 30.0
    /// The colour of fingers.
    private static let finger = Color(0xE0523A)

    /// A strip of twelve frames. With the HUD, a strip of eight frames that are large enough to be read.
    init(_ recording: Recording, panel: Panel, showsHUD: Bool = false) {
        self.recording = recording
        self.panel = panel
        self.showsHUD = showsHUD
        (columns, most, width) = showsHUD ? (2, 8, 960) : (4, 12, 480)
    }

    /// Replays the recording twice on stages that `stage` makes: once to find the frames that change, and once to draw
    /// them.
    func write(to path: String, stage make: () throws(Failure) -> Stage) throws(Failure) {
        let (numbers, words) = activity(on: try make())
        let wanted = Set(chosen(numbers))
        let thumbnail = Size(width, (width * panel.pixels.size.height / panel.pixels.size.width).rounded())
        let rows = (max(1, wanted.count) + columns - 1) / columns
        let sheet = Bitmap(
            size: PixelSize(
                Int(Double(columns) * (width + Self.margin) + Self.margin),
                Int(Double(rows) * (thumbnail.height + Self.caption + Self.margin) + Self.margin)),
            isOpaque: true, filledWith: Color(0x1B1D20))
        let canvas = Canvas(sheet)
        var place = 0
        let stage = try make()
        var replay = Replay(recording, on: stage)
        if showsHUD { replay.showHUD() }
        stage.onTrace = { [hud = replay.hud] in hud?.record($0) }
        replay.picturesWanted = { wanted.contains($0) }
        replay.onPicture = { picture in
            let origin = Point(
                Self.margin + Double(place % columns) * (width + Self.margin),
                Self.margin + Double(place / columns) * (thumbnail.height + Self.caption + Self.margin))
            canvas.draw(Bitmap(reducing: picture.seen, to: thumbnail), at: origin)
            if !showsHUD { drawFingers(on: canvas, at: picture.time, in: Rect(origin: origin, size: thumbnail)) }
            drawCaption(picture, words, on: canvas, at: origin + Vector(0, thumbnail.height + 5))
            place += 1
        }
        replay.run()
        do { try sheet.writePNG(to: path) } catch { throw Failure(.failed, "\(error)") }
    }

    /// The numbers of the frames that differ from the previous frame, and the decisions with their times.
    private func activity(on stage: Stage) -> ([Int], [(Instant, String)]) {
        var words: [(Instant, String)] = []
        stage.onTrace = { record in if let text = Self.words(for: record) { words.append((record.time, text)) } }
        var numbers: [Int] = []
        var replay = Replay(recording, on: stage)
        replay.onPicture = { numbers.append($0.number) }
        replay.run()
        return (numbers, words)
    }

    private func chosen(_ numbers: [Int]) -> [Int] {
        guard numbers.count > most else { return numbers }
        return (0..<most).map { numbers[$0 * (numbers.count - 1) / (most - 1)] }
    }

    private static func words(for record: TraceRecord) -> String? {
        func text(_ key: String) -> String? {
            if case .text(let text)? = record.fields.first(where: { $0.0 == key })?.1 { text } else { nil }
        }
        switch record.kind {
        case "transition":
            guard let operation = text("operation"), let to = text("to"), let phase = text("phase") else { return nil }
            return "\(operation) → \(to), \(phase)"
        case "gesture":
            guard let name = text("name"), let state = text("state"), state != "failed" else { return nil }
            return "\(name) \(state)"
        default: return nil
        }
    }

    private func drawCaption(
        _ picture: Replay.Picture, _ words: [(Instant, String)], on canvas: Canvas, at point: Point
    ) {
        let last = words.last { $0.0 <= picture.time }?.1 ?? ""
        let milliseconds = picture.time.nanoseconds / 1_000_000
        let style = TextStyle(size: 15, color: Color(0xC9C4B8))
        let text = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s   \(last)"
        canvas.draw(TextLayout(AttributedText(text, style), width: width, lineLimit: 1), at: point)
    }

    private func drawFingers(on canvas: Canvas, at time: Instant, in frame: Rect) {
        let scale = Vector(frame.width / panel.millimetres.width, frame.height / panel.millimetres.height)
        var ways: [Int: [Point]] = [:]
        for touches in recording.frames where touches.time <= time {
            for change in touches.changes {
                let point = frame.origin + Vector(change.position.x * scale.x, change.position.y * scale.y)
                switch change.phase {
                case .began: ways[change.contact] = [point]
                case .moved: ways[change.contact]?.append(point)
                case .ended, .cancelled: ways[change.contact] = nil
                }
            }
        }
        for (_, way) in ways.sorted(by: { $0.key < $1.key }) {
            guard let tip = way.last else { continue }
            // White under red is seen on pictures of every colour.
            canvas.stroke(Path(lines: way), width: 6, Color.white.withAlpha(0.8))
            canvas.stroke(Path(lines: way), width: 3, Self.finger)
            canvas.fill(Path(center: tip, radius: 11), Self.finger.withAlpha(0.35))
            canvas.stroke(Path(center: tip, radius: 11), width: 6.5, .white)
            canvas.stroke(Path(center: tip, radius: 11), width: 2.5, Self.finger)
        }
    }
}

extension Bitmap {
    /// `surface` reduced to `size`. Each pixel is the mean of the pixels that it covers.
    package convenience init(reducing surface: PixelSurface, to size: Size) {
        let target = PixelSize(Int(size.width), Int(size.height))
        self.init(size: target, isOpaque: true, filledWith: .black)
        /// The range of `all` pixels that part `index` of `count` covers, at least one.
        func part(_ index: Int, of count: Int, in all: Int) -> Range<Int> {
            let start = index * all / count
            return start..<max(start + 1, (index + 1) * all / count)
        }
        for y in 0..<target.height {
            let rows = part(y, of: target.height, in: surface.size.height)
            for x in 0..<target.width {
                let columns = part(x, of: target.width, in: surface.size.width)
                var (red, green, blue) = (0, 0, 0)
                for row in rows {
                    let line = (surface.base + row * surface.pitch).assumingMemoryBound(to: UInt32.self)
                    for column in columns {
                        let pixel = line[column]
                        red += Int(pixel >> 16 & 255)
                        green += Int(pixel >> 8 & 255)
                        blue += Int(pixel & 255)
                    }
                }
                let count = rows.count * columns.count
                pixels[y * target.width + x] =
                    0xFF00_0000 | UInt32(red / count) << 16 | UInt32(green / count) << 8 | UInt32(blue / count)
            }
        }
    }
}
