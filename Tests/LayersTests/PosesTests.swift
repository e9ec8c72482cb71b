// Poses: a picture of another instant is the one that the tree would give at that instant, and the tree is left alone.

import Geometry
import TestRandomness
import Testing

@testable import Layers

@Suite struct PosesTests {
    private static let properties: [AnimatedProperty] = [
        .positionX, .positionY, .boundsX, .boundsY, .height, .scale, .opacity, .dim, .cornerRadius,
    ]

    /// Nested layers, and animators that each add to properties of some of them.
    private struct Scene {
        let root = Layer()
        private(set) var layers: [Layer] = []
        private(set) var animators: [PropertyAnimator] = []

        init(_ count: Int, using dice: inout SplitMix) {
            root.frame = Rect(0, 0, 200, 200)
            layers = [root]
            for _ in 0..<count {
                let layer = Layer()
                func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &dice) }
                layer.frame = Rect(random(-20...180), random(-20...180), random(5...80), random(5...80))
                layer.backgroundColor = Color(.random(in: 0...0xFF_FFFF, using: &dice))
                layer.opacity = random(0...1)
                layers.randomElement(using: &dice)!.addSublayer(layer)
                layers.append(layer)
            }
            for _ in 0..<6 {
                let animator = PropertyAnimator()
                for _ in 0..<Int.random(in: 1...count, using: &dice) {
                    animator.add(
                        PosesTests.properties.randomElement(using: &dice)!, of: layers.randomElement(using: &dice)!,
                        from: .random(in: -1...1, using: &dice), to: .random(in: -1...1, using: &dice))
                }
                animators.append(animator)
            }
        }

        var looks: [Layer.Presentation] { layers.map(\.presentation) }
    }

    @Test(arguments: [3, 40, 300]) func `animators pose layers where they would show them, to the last bit`(
        count: Int
    ) {
        var dice = SplitMix(UInt64(truncatingIfNeeded: count))
        var poses = Poses()
        for _ in 0..<20 {
            let scene = Scene(count, using: &dice)
            // Some hold layers already, in another order; others have not begun.
            for animator in scene.animators.shuffled(using: &dice).prefix(4) {
                animator.scrub(to: .random(in: 0...1, using: &dice))
            }
            for _ in 0..<5 {
                let before = scene.looks
                let fractions = scene.animators.map { _ in Double.random(in: -0.2...1.2, using: &dice) }
                let frames = Array(zip(scene.animators, fractions)).filter { _ in
                    Int.random(in: 0..<4, using: &dice) > 0
                }
                poses.removeAll()
                for (animator, fraction) in frames { animator.pose(fraction, in: &poses) }
                let posed = scene.layers.map { poses.presentation(of: $0) }
                let compositor = Compositor(size: PixelSize(200, 200))
                let picture = compositor.plan(scene.root, poses: poses)
                #expect(scene.looks == before)
                for (animator, fraction) in frames { animator.show(fraction) }
                #expect(posed == scene.looks)
                #expect(compositor.plan(scene.root).damage(since: picture).isEmpty)
            }
        }
    }

    @Test func `animators add to the values that are set`() {
        let (layer, other, animator) = (Layer(), Layer(), PropertyAnimator())
        animator.add(.positionX, of: layer, from: 0, to: 10)
        animator.scrub(to: 0.5)
        var poses = Poses()
        #expect(poses.isEmpty && poses.presentation(of: layer).position.x == 5)
        poses[layer].position.x = 100
        poses[layer].isHidden = true
        #expect(poses.presentation(of: layer).position.x == 105 && poses.presentation(of: layer).isHidden)
        animator.pose(0.25, in: &poses)
        animator.pose(1, in: &poses)
        #expect(poses.presentation(of: layer).position.x == 110)
        #expect(layer.presentation.position.x == 5 && !layer.isHidden)
        #expect(poses.presentation(of: other) == other.presentation)
        poses.removeAll()
        #expect(poses.presentation(of: layer) == layer.presentation)
    }

    @Test func `a layer that a pose hides is not drawn, and one that it shows is`() {
        let (root, layer) = (Layer(), Layer())
        (root.frame, layer.frame) = (Rect(0, 0, 20, 20), Rect(2, 2, 5, 5))
        layer.backgroundColor = .white
        root.addSublayer(layer)
        let compositor = Compositor(size: PixelSize(20, 20))
        let (seen, nothing) = (compositor.plan(root), compositor.plan(Layer()))
        var poses = Poses()
        poses[layer].isHidden = true
        #expect(compositor.plan(root, poses: poses).damage(since: nothing).isEmpty)
        layer.isHidden = true
        poses[layer].isHidden = false
        #expect(compositor.plan(root, poses: poses).damage(since: seen).isEmpty)
    }
}
