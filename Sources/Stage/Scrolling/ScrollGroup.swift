// Scroll views that show the same part of their contents.

/// Scroll views that are scrolled together along their main axis, such as the parts of a long table.
@MainActor
package final class ScrollGroup {
    private struct Member {
        weak var view: ScrollView?
    }

    private var members: [Member] = []
    /// The offset (px) of all members; nil until one has been scrolled.
    private(set) var offset: Double?
    /// Whether the members are being moved after one of them.
    private var isFollowing = false

    /// An empty group.
    package init() {}

    /// Adds `view`, which then shows what the others show.
    package func add(_ view: ScrollView) {
        members.removeAll { $0.view == nil || $0.view === view }
        members.append(Member(view: view))
        view.group = self
        if let offset { view.scroll(to: offset, along: view.axis, animated: false) }
    }

    /// The members other than `view`.
    func others(than view: ScrollView) -> [ScrollView] { members.compactMap(\.view).filter { $0 !== view } }

    /// Moves the others to where `view` is.
    func follow(_ view: ScrollView) {
        guard !isFollowing, view.stage != nil else { return }
        offset = view.offset
        isFollowing = true
        for other in others(than: view) where other.offset != view.offset { other.offset = view.offset }
        isFollowing = false
    }
}
