// The words of a link in a label.

import Geometry
import Gestures
import Layers

/// Takes taps for the words of a link, whose ground is dimmed while a finger rests on them.
final class LinkView: View {
    private let words: String
    /// The boxes of the words, one for each line (px, in the label).
    private let boxes: [Rect]
    private lazy var highlight = Highlight(of: self) { [unowned self] isOn in
        for ground in subviews {
            ground.layer.backgroundColor = isOn ? Color(red: 128, green: 128, blue: 128, alpha: 70) : nil
        }
    }

    /// A link called `words`, which cover `boxes`. A tap does `action`.
    init(_ words: String, over boxes: [Rect], action: @escaping () -> Void) {
        (self.words, self.boxes) = (words, boxes)
        super.init()
        // A finger that taps its middle hits it, also where it goes on in the next line.
        frame = boxes.max { $0.width < $1.width } ?? .zero
        for box in boxes {
            let ground = View()
            ground.frame = box.offset(by: .zero - frame.origin)
            addSubview(ground)
        }
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in action() }
        addRecognizer(tap)
    }

    override var spoken: Spoken? { Spoken(.link, words) }

    /// The distance (px) from `point` (in the label) to the words; nil if a fingertip of `size` (px) does not reach them.
    func distance(to point: Point, within size: Size) -> Double? {
        let tip = Rect(origin: point, size: .zero)
        return boxes.filter { box in
            let (x, y) = (max(0, size.width - box.width) / 2, max(0, size.height - box.height) / 2)
            return box.inset(by: Insets(left: -x, top: -y, right: -x, bottom: -y)).contains(point)
        }.map { tip.distance(to: $0) }.min()
    }

    override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
