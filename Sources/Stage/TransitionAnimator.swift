// How a transition looks, and how it runs when no finger drives it.

public import Geometry
public import Layers

/// What a transition looks like: which properties of which layers go from where to where on its way. The way is one
/// fraction, whoever drives it: 0 when the upper screen covers the lower, 1 when it is out of sight.
public struct TransitionAnimator {
    /// What an animator needs to know of the two screens.
    public struct Setting {
        /// The screen that moves over the other.
        public let upper: Screen
        /// The screen beneath.
        public let lower: Screen
        /// The space in which both lie, in pixels.
        public let size: Size
        /// Which way is out: 1 to the right, −1 to the left, where text runs from right to left.
        public let outwards: Double
        /// Colours and sizes.
        public let theme: Theme
    }

    /// What runs it when no finger does. A finger that lets go leaves it to the spring of every settle.
    public var timing: Timing
    /// Whether fingers can catch it on its way, and whether another pop can begin before it is over.
    public var isInterruptible: Bool
    /// Adds what changes to the animator of the transition.
    public let animate: (Setting, PropertyAnimator) -> Void

    /// A look that `animate` builds, run by `timing`.
    public init(
        timing: Timing = .spring(Transition.spring), isInterruptible: Bool = true,
        animate: @escaping (Setting, PropertyAnimator) -> Void
    ) {
        self.timing = timing
        self.isInterruptible = isInterruptible
        self.animate = animate
    }

    /// The default: the upper screen slides with a shadow at its edge, the lower follows more slowly and lightens.
    public static var parallax: TransitionAnimator {
        TransitionAnimator { setting, animator in
            setting.upper.view.layer.edgeShadow = setting.shadow
            animator.add(.positionX, of: setting.upper.view.layer, from: 0, to: setting.outwards * setting.size.width)
            animator.add(
                .positionX, of: setting.lower.view.layer, from: -setting.outwards * Self.share * setting.size.width,
                to: 0)
            animator.add(.dim, of: setting.lower.view.layer, from: Self.dim, to: 0)
        }
    }

    /// Both screens slide, side by side.
    public static var slide: TransitionAnimator {
        TransitionAnimator { setting, animator in
            let way = setting.outwards * setting.size.width
            animator.add(.positionX, of: setting.upper.view.layer, from: 0, to: way)
            animator.add(.positionX, of: setting.lower.view.layer, from: -way, to: 0)
        }
    }

    /// The upper screen slides over the lower, which stays.
    public static var cover: TransitionAnimator {
        TransitionAnimator { setting, animator in
            setting.upper.view.layer.edgeShadow = setting.shadow
            animator.add(.positionX, of: setting.upper.view.layer, from: 0, to: setting.outwards * setting.size.width)
        }
    }

    /// The upper screen fades over the lower; nothing moves.
    public static var crossFade: TransitionAnimator {
        TransitionAnimator(timing: .curve(.easeInOut, duration: .milliseconds(250))) { setting, animator in
            animator.add(.opacity, of: setting.upper.view.layer, from: 0, to: -1)
        }
    }

    /// The share of its width by which the lower screen lies behind while it is covered, in `parallax`. UIKit's looks so.
    static let share = 0.3
    /// How dark the lower screen is while it is covered, in `parallax`.
    static let dim = 0.1
}

extension TransitionAnimator.Setting {
    /// The shadow at the edge of the upper screen that uncovers the lower.
    var shadow: EdgeShadow {
        EdgeShadow(edges: outwards > 0 ? .left : .right, width: (theme.em * 1.2).rounded(), opacity: 0.22)
    }
}
