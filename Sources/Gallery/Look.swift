// The looks that Bezel provides for screens that move over each other.

import Bezel

/// A look of a transition.
@MainActor
struct Look {
    let name: String
    let title: String
    let summary: String
    let animator: TransitionAnimator
    /// The places of the two screens when the upper screen is a fraction of the way out, for the drawing.
    let places: (Double) -> Places

    /// The places of two screens in a square of side 1, and their dimming and opacity.
    struct Places {
        var lower = Rect(0, 0, 1, 1)
        var dim = 0.0
        var upper = Rect(0, 0, 1, 1)
        var opacity = 1.0
    }

    static var all: [Look] {
        [
            Look(
                name: "parallax", title: "Parallax", summary: "The usual one: the page beneath follows more slowly.",
                animator: .parallax
            ) { Places(lower: Rect(-0.3 * (1 - $0), 0, 1, 1), dim: 0.1 * (1 - $0), upper: Rect($0, 0, 1, 1)) },
            Look(
                name: "slide", title: "Slide", summary: "Both pages go the same way, side by side.", animator: .slide
            ) { Places(lower: Rect($0 - 1, 0, 1, 1), upper: Rect($0, 0, 1, 1)) },
            Look(
                name: "cover", title: "Cover", summary: "The upper page goes, the one beneath stays.", animator: .cover
            ) { Places(upper: Rect($0, 0, 1, 1)) },
            Look(
                name: "cross-fade", title: "Cross-fade", summary: "Nothing moves; one page fades into the other.",
                animator: .crossFade
            ) { Places(opacity: 1 - $0) },
            Look(
                name: "scale", title: "Scale",
                summary: "The upper page shrinks and fades, the other comes up from behind.",
                animator: .scale
            ) { fraction in
                func inset(_ share: Double) -> Rect { Rect(share / 2, share / 2, 1 - share, 1 - share) }
                return Places(
                    lower: inset(0.075 * (1 - fraction)), dim: 0.2 * (1 - fraction), upper: inset(0.3 * fraction),
                    opacity: 1 - fraction)
            },
        ]
    }
}

/// The list of the looks.
final class Looks: Sample {
    init() {
        super.init(
            name: "looks", title: "Transitions",
            summary: "Five looks for a page that comes and goes, all of which follow the finger.")
    }

    override func build(in content: View, theme: Theme) {
        let column = Column(in: content, theme: theme)
        column.addHeading(
            "One finger, five looks", "Open one and swipe it away. Bring it back before you let go, or catch it after.")
        column.addRows(
            Look.all.map { look in
                Link(title: look.title, summary: look.summary) { [unowned self] in
                    navigator?.push(LookScreen(look))
                }
            })
    }
}
