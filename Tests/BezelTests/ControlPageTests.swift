// The gallery's pages of controls on every glass: nothing is cut off, broken, dropped or on top of something else.

import Bezel
import Stage
import Testing

@testable import Gallery

@Suite struct ControlPageTests {
    /// Glass from 7 to 55 inches, upright and lengthways.
    static let panels: [Panel] = [
        (600, 1024, 90, 154), (1024, 600, 154, 90), (800, 480, 154, 86), (800, 1280, 135, 217), (1280, 800, 217, 135),
        (1080, 1920, 194, 344), (1920, 1080, 344, 194), (1920, 1080, 527, 296), (1080, 1920, 296, 527),
        (2160, 3840, 680, 1210), (3840, 2160, 1210, 680),
    ].map { Panel(pixels: PixelSize($0.0, $0.1), millimetres: Size($0.2, $0.3)) }

    /// What can be used, in words.
    private static let controls: Set<Spoken.Role> = [
        .button, .link, .switching, .tab, .gridCell, .radio, .spinButton, .slider,
    ]

    /// A view, and its place in the content of the page (px), as far as it is seen.
    private struct Placed {
        let view: View
        let frame: Rect
        /// Whether the view is in tabs, which scroll sideways.
        let isInTabs: Bool
    }

    private static func views(in view: View, from origin: Point, tabs: Rect? = nil) -> [Placed] {
        view.subviews.flatMap { inner in
            let frame = inner.frame.offset(by: origin - .zero)
            let tabs = tabs ?? ((inner as? ScrollView)?.axis == .horizontal ? frame : nil)
            // The values of a wheel turn; it says itself whether they are cut off.
            if inner is WheelView { return [Placed(view: inner, frame: frame, isInTabs: false)] }
            let seen = tabs.map { frame.intersection($0) } ?? frame
            return [Placed(view: inner, frame: seen, isInTabs: tabs != nil)]
                + views(in: inner, from: frame.origin - (inner.bounds.origin - .zero), tabs: tabs)
        }
    }

    @Test(arguments: await MainActor.run { ControlPage.groups.flatMap(\.pages).map(\.name) })
    func `a page of controls is whole on every glass`(_ name: String) throws {
        let page = try #require(ControlPage.groups.flatMap(\.pages).first { $0.name == name })
        for panel in Self.panels {
            for scale in [1, 1.5] {
                for direction in [LayoutDirection.leftToRight, .rightToLeft] {
                    let screen = ControlPage(page)
                    screen.direction = direction
                    let theme = Theme(.paper, on: panel, scale: scale)
                    let stage = Stage(panel: panel, theme: theme, gestures: GestureSettings(), root: screen)
                    while let due = stage.nextDeadline, stage.isWaiting, due < .zero + .seconds(2) {
                        stage.advance(to: due)
                    }
                    let millimetres = panel.millimetres
                    let place = "\(Int(millimetres.width)) × \(Int(millimetres.height)) mm × \(scale), \(direction)"
                    for problem in problems(screen.view.content, panel) { Issue.record("\(place): \(problem)") }
                    stage.end()
                }
            }
        }
    }

    private func problems(_ content: View, _ panel: Panel) -> [String] {
        let all = Self.views(in: content, from: .zero)
        var problems: [String] = []
        for one in all {
            if let label = one.view as? LabelView, !label.text.string.isEmpty {
                let words = label.text.string.debugDescription
                if label.bounds.width + 1 < label.leastWidth { problems.append("a word of \(words) is broken") }
                if label.bounds.height + 1 < label.height(forWidth: label.bounds.width.rounded(.up)) {
                    problems.append("\(words) is cut off")
                }
                if !one.isInTabs, one.frame.minX < 0 || one.frame.maxX > content.bounds.width {
                    problems.append("\(words) is beyond the side, at \(one.frame)")
                }
            }
            if let button = one.view as? ButtonView, button.bounds.width + 1 < button.naturalSize.width {
                problems.append("the button \(button.title) is narrower than its title")
            }
            if let wheel = one.view as? WheelView, wheel.bounds.width + 1 < wheel.leastWidth {
                problems.append("the values of the wheel \(wheel.label) are cut off")
            }
        }
        // What scrolls goes to the edges of the glass, and nothing that can be used stands under its indicator.
        let edge = content.bounds.width - (0.4 * (content.screen?.navigator?.stage.theme.em ?? 0)).rounded()
        if let scroll = all.first(where: { $0.view is ScrollView }), scroll.frame.size != content.bounds.size {
            problems.append("what scrolls has only \(scroll.frame)")
        }
        if all.contains(where: { $0.view is ButtonView && $0.frame.maxX > edge }) {
            problems.append("a button is under the scroll indicator")
        }
        // Links among words are as high as their line.
        let controls = all.filter { one in
            one.view.spoken.map { Self.controls.contains($0.role) } ?? false && !(one.view.superview is LabelView)
        }
        for (index, one) in controls.enumerated() {
            let name = one.view.spoken?.label ?? ""
            if one.frame.height + 1 < panel.density(.vertical) * 9 {
                problems.append("\(name) is only \(one.frame.height / panel.density(.vertical)) mm high")
            }
            if !one.isInTabs, one.frame.minX < -1 || one.frame.maxX > content.bounds.width + 1 {
                problems.append("\(name) is beyond the side")
            }
            for other in controls[(index + 1)...] {
                let both = one.frame.intersection(other.frame)
                guard both.width > 1, both.height > 1, !one.view.isWithin(other.view), !other.view.isWithin(one.view)
                else { continue }
                problems.append("\(name) lies over \(other.view.spoken?.label ?? "")")
            }
        }
        return problems
    }
}
