// The elements of a screen as they are shown, and what has changed since the last frame.

import Geometry
import Layers
import Stage

/// The nodes of a screen, or of any view that shows elements.
public final class ElementTree {
    /// The view in which everything is shown. It has the tree.
    unowned let view: View
    private var root: ItemNode!
    /// The bodies to run again, in the order in which what they read has changed.
    private var toRun: [RunningNode] = []
    private(set) var isCatchingUp = false
    /// An update that came in the middle of another one.
    private var outdated: (() -> Void)?
    /// The items to measure again, by their depth.
    private var toLayOut: [[ItemNode]] = []
    private var holders: [ItemNode] = []
    private var isRootChanged = true
    private weak var stage: Stage?
    /// The views that come, go and move.
    let motion: ViewMotion
    private lazy var refresh = Refresh { [weak self] in self?.catchUp() }

    /// The elements that `content` describes, in `view`.
    init(_ content: some Element, in view: View, _ environment: Environment, on stage: Stage) {
        (self.view, self.stage) = (view, stage)
        motion = ViewMotion(on: stage)
        root = LayoutNode(
            RootElement(content), in: NodePlace(parent: nil, tree: self, environment: environment))
        showViews()
    }

    isolated deinit { root.leave() }

    /// Shows everything in `environment`, and in the present size of the view.
    func update(_ content: some Element, _ environment: Environment) {
        // A view that leaves in the middle of an update may have its screen laid out again, as the keyboard of a field does.
        guard !isCatchingUp else {
            let asked = Animation.asked
            return outdated = { [unowned self] in Animation.ask(for: asked) { update(content, environment) } }
        }
        motion.animation = Animation.asked ?? motion.animation
        isCatchingUp = true
        _ = root.take(RootElement(content), environment)
        catchUp()
    }

    /// The size (px) that the elements want when they are offered `proposal`.
    func size(in proposal: Proposal) -> Size { root.size(in: proposal) }

    // MARK: What has changed

    func needsRun(_ node: RunningNode) {
        motion.animation = Animation.asked ?? motion.animation
        toRun.append(node)
        needsCatchUp()
    }

    func needsLayout(_ item: ItemNode) {
        while toLayOut.count <= item.depth { toLayOut.append([]) }
        toLayOut[item.depth].append(item)
        needsCatchUp()
    }

    /// Has `refresh` done before the next frame.
    func request(_ refresh: Refresh) { stage?.request(refresh) }

    private func needsCatchUp() { if !isCatchingUp { stage?.request(refresh) } }

    /// Reports that `holder`, or the whole tree for nil, holds other views than before.
    func viewsChanged(in holder: ItemNode?) {
        guard let holder else { return isRootChanged = true }
        if !holders.contains(where: { $0 === holder }) { holders.append(holder) }
    }

    /// The most rounds in which bodies that run have others run.
    private static let mostRounds = 100

    /// Runs the bodies that have to, the outer ones first, and then shows and lays out what has changed.
    private func catchUp() {
        isCatchingUp = true
        for _ in 0..<Self.mostRounds where !toRun.isEmpty {
            let nodes = toRun.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
            toRun.removeAll()
            for (_, node) in nodes where node.isToRun && !node.hasLeft { node.run() }
        }
        if !toRun.isEmpty {
            stage?.warn(
                "bodies of \(view.screen?.name ?? "a view") changed \(Self.mostRounds) times in a row what they read; they run again "
                    + "when something else changes it")
            for node in toRun { node.isToRun = false }
            toRun.removeAll()
        }
        showViews()
        layOut()
        motion.begin()
        isCatchingUp = false
        (view as? ElementView)?.contentChanged()
        // A view that was taken away, or laid out, may have changed what bodies have read.
        if isOutdated { needsCatchUp() }
        let again = outdated
        outdated = nil
        again?()
    }

    /// Whether something has changed that is not shown yet.
    private var isOutdated: Bool { !toRun.isEmpty || !toLayOut.isEmpty || !holders.isEmpty || isRootChanged }

    /// Shows what has changed at once.
    func catchUpNow() { if !isCatchingUp, isOutdated { catchUp() } }

    /// Shows the views that have come, and no others.
    func showViews() {
        let changed = holders
        holders.removeAll()
        for holder in changed where !holder.hasLeft { holder.hold(Self.views(in: holder)) }
        guard isRootChanged else { return }
        isRootChanged = false
        motion.show(Self.views(in: root), in: view)
    }

    /// The outermost views in `node`, back to front.
    static func views(in node: Node) -> [View] {
        var views: [View] = []
        for child in node.children { child.appendViews(to: &views) }
        return views
    }

    /// Measures what has changed, from the inside to the outside, as far as sizes differ, and places it.
    func layOut() {
        let whole = Rect(origin: .zero, size: view.bounds.size)
        while let items = toLayOut.popLast() {
            for item in items where !item.hasLeft {
                if item.isOtherSize() {
                    item.container?.sizeMayChange()
                } else {
                    (item.isPlacedWithContainer ? item.container ?? item : item).placeAgain()
                }
            }
        }
        root.place(in: whole)
    }
}

/// The outermost layout: one element fills the view, and several form a column.
private struct RootElement: LayoutElement {
    let layout = RootLayout()
    let content: Elements

    init(_ content: some Element) { self.content = Elements(slots: [.one(content)]) }
}

private struct RootLayout: Layout, Equatable {
    private let column = StackLayout(axis: .vertical, spacing: .em(0.5), alignment: .start, distribution: .start)

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        items.count == 1 ? items[0].size(in: proposal) : column.size(of: items, in: proposal, environment)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        if items.count == 1 {
            items[0].place(in: Rect(origin: .zero, size: size))
        } else {
            column.place(items, in: size, environment)
        }
    }
}
