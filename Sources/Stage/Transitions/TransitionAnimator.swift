// The look of a transition, and its timing when no finger drives it.

public import Geometry
public import Layers

/// Defines the look of a transition: which properties of which layers change between two values. One fraction drives
/// them all, whether a finger or time moves it: 0 when the upper screen covers the lower, 1 when it is out of sight.
@MainActor
public struct TransitionAnimator {
    /// The two screens and their environment, for an animator.
    public struct Setting {
        /// The screen that moves over the other.
        public let upper: Screen
        /// The screen beneath.
        public let lower: Screen
        /// The size of the space that contains both, in pixels.
        public let size: Size
        /// The way out: 1 is right, −1 is left, for example where text runs from right to left.
        public let outwards: Double
        /// The colours and sizes.
        public let theme: Theme
    }

    /// The timing of a transition that no finger drives. After a finger's release the spring of every settle is used instead.
    public var timing: Timing
    /// Whether fingers can catch the transition, and whether another pop can begin during it.
    public var isInterruptible: Bool
    /// Adds the changing properties to the animator of the transition.
    public let animate: (Setting, PropertyAnimator) -> Void

    /// Creates a look whose properties `animate` adds, with `timing`.
    public init(
        timing: Timing = .spring(Transition.spring), isInterruptible: Bool = true,
        animate: @escaping (Setting, PropertyAnimator) -> Void
    ) {
        self.timing = timing
        self.isInterruptible = isInterruptible
        self.animate = animate
    }

    /// The default: the upper screen slides with a shadow at its edge; the lower follows more slowly and lightens.
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

    /// The upper screen slides over the lower, which stays in place.
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

    /// The upper screen shrinks towards its middle and fades; the lower comes up from behind.
    public static var scale: TransitionAnimator {
        TransitionAnimator { setting, animator in
            animator.add(.scale, of: setting.upper.view.layer, from: 0, to: -Self.shrinking)
            animator.add(.opacity, of: setting.upper.view.layer, from: 0, to: -1)
            animator.add(.scale, of: setting.lower.view.layer, from: -Self.shrinking / 4, to: 0)
            animator.add(.dim, of: setting.lower.view.layer, from: 2 * Self.dim, to: 0)
        }
    }

    /// The share by which a screen that has left is smaller, in `scale`.
    static let shrinking = 0.3
    /// The share of its width by which a covered lower screen is displaced, in `parallax`, as in UIKit.
    static let share = 0.3
    /// The darkness of a covered lower screen, in `parallax`.
    static let dim = 0.1
}

extension TransitionAnimator.Setting {
    /// The shadow at the edge of the upper screen that uncovers the lower.
    var shadow: EdgeShadow {
        EdgeShadow(edges: outwards > 0 ? .left : .right, width: (theme.em * 1.2).rounded(), opacity: 0.22)
    }
}
