// Several views in one place, of which one is shown at a time.

import Geometry
import Layers

/// Shows one of several views that lie over each other. Their pictures are read ahead, the nearest first, while there is memory for them.
/// A picture that has not been read yet leaves the one before it on the glass until it comes.
package final class VariantView: View {
    /// The views.
    package let variants: [View]
    /// The index of the view that is shown; nil for none.
    package private(set) var shown: Int?

    /// How many views before and after the one that is shown have their pictures read ahead.
    private static let ahead = 4

    /// Creates a view of `variants`, with the one at `index` on the glass; nil for none.
    package init(_ variants: [View], showing index: Int?) {
        (self.variants, shown) = (variants, index)
        super.init()
        for (number, variant) in variants.enumerated() {
            addSubview(variant)
            variant.layer.isHidden = number != index
            guard let picture = variant as? PictureView else { continue }
            picture.onArrival = { [unowned self] in settle() }
            picture.onFailure = { [unowned self] in settle() }
        }
    }

    /// Shows the view at `index`; nil for none.
    package func show(_ index: Int?) {
        guard index != shown else { return }
        shown = index
        settle()
    }

    /// Hides all views but the one to be shown, or keeps what was seen last under it while its picture has not come.
    private func settle() {
        let next = shown.map { variants[$0] }
        let picture = next as? PictureView
        let isAwaited = picture.map { $0.picture != nil && !$0.hasArrived && !$0.hasFailed } ?? false
        var isCovered = false
        for variant in variants where variant !== next {
            variant.isUserInteractionEnabled = false
            let stays = isAwaited && !variant.layer.isHidden && (variant as? PictureView)?.hasArrived == true
            variant.layer.isHidden = !stays
            isCovered = isCovered || stays
        }
        next?.layer.isHidden = false
        next?.isUserInteractionEnabled = true
        // Without another picture, its place is to be seen.
        if isAwaited { picture?.isBare = isCovered }
    }

    override func wantPictures(visible: Rect, near: Rect, in store: BackingStore) {
        guard bounds.intersects(near) else { return }
        for (index, variant) in variants.enumerated() where index != shown && abs(index - (shown ?? 0)) <= Self.ahead {
            guard let picture = variant as? PictureView, picture.layer.isHidden else { continue }
            // As if it lay as many pixels away as there are steps to it.
            let away = Rect(-1 - Double(abs(index - (shown ?? 0))), 0, 0, 0)
            picture.wantPictures(visible: away, near: picture.bounds, in: store)
        }
    }
}
