// What the title of a picture in Markdown says: how the picture fits, and the words below it.

import Drawing
import Geometry
import Settings

/// The title of a picture, `![Plan](plan.png "fit: The ground floor")`, read.
struct PictureTitle: Hashable {
    /// How the picture fits. Nil when the title does not say.
    let fit: PagePicture.Fit?
    /// The point of the picture that stays in view, in shares of its width and height.
    let focus: Point
    /// The words below the picture; empty for none.
    private(set) var caption: String
    /// What the author may have meant; nil where that is clear.
    let advice: String?

    /// Reads `title`: a word for the fit, in capital or small letters, and the sides that stay in view, such as `banner top left`, alone or
    /// before a colon and a caption. Any other title is the caption.
    init(_ title: String) {
        let parts = title.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let fit = words.first.flatMap(PagePicture.Fit.init)
        if let fit, let focus = Self.focus(words.dropFirst()), fit != .fit || words.count == 1 {
            (self.fit, self.focus, advice) = (fit, focus, nil)
            caption = Self.trimmed(parts.count > 1 ? parts[1] : "")
        } else {
            (self.fit, focus, caption) = (nil, Picture.middle, Self.trimmed(title[...]))
            advice = Self.advice(on: parts[0])
        }
    }

    /// The title without its words below the picture.
    var withoutCaption: PictureTitle {
        var title = self
        title.caption = ""
        return title
    }

    // MARK: Sides

    /// The sides of a picture, and the shares of its width or of its height at which they are.
    private static let sides: [(word: String, axis: Axis, share: Double)] = [
        ("left", .horizontal, 0), ("right", .horizontal, 1), ("top", .vertical, 0), ("bottom", .vertical, 1),
    ]
    /// Words for the middle, which stays in view where no side is named.
    private static let middles = ["center", "centre", "middle"]

    /// The point at the sides that `words` name; nil where they name anything else, or two sides that are opposite.
    private static func focus(_ words: some Collection<String>) -> Point? {
        let named = words.filter { !middles.contains($0) }.compactMap { word in sides.first { $0.word == word } }
        guard named.count == words.count(where: { !middles.contains($0) }), Set(named.map(\.axis)).count == named.count
        else { return nil }
        func share(_ axis: Axis) -> Double { named.first { $0.axis == axis }?.share ?? 0.5 }
        return Point(share(.horizontal), share(.vertical))
    }

    /// What to write in place of `written`, which is shown as the caption although it seems to say how a picture fits; nil where it looks
    /// like a caption.
    private static func advice(on written: Substring) -> String? {
        let words = written.lowercased().split { !$0.isLetter }.map(String.init)
        guard !words.isEmpty, words.count <= mostWords, !written.contains(where: \.isNumber) else { return nil }
        let (fits, others) = (PagePicture.Fit.allCases.map(\.rawValue), sides.map(\.word) + middles)
        let spelling = Spelling(fits + others)
        // A short word is nearly too many others.
        let meant = words.compactMap {
            $0.count < 4 ? (spelling.known.contains($0) ? $0 : nil) : spelling.nearest(to: $0)
        }
        guard meant.count == words.count else { return nil }
        let shown = "\"\(trimmed(written))\" is shown as the caption of this picture"
        let (fit, places) = (meant.first { fits.contains($0) }, meant.filter { !fits.contains($0) })
        // A single word that is nearly one of these is more likely a caption.
        if words.count == 1, meant != words { return nil }
        guard let fit else {
            let example = "fill " + places.joined(separator: " ")
            return "\(shown); a side stands after \"fill\" or \"banner\", as in \"\(example)\""
        }
        if fit == PagePicture.Fit.fit.rawValue { return "\(shown); \"fit\" shows all of it, so no side can be chosen" }
        guard focus(places) != nil, meant.count(where: { fits.contains($0) }) == 1 else {
            return "\(shown); after \"\(fit)\" write one side, or one of left and right and one of top and bottom"
        }
        return "\(shown); did you mean \"\(([fit] + places).joined(separator: " "))\"?"
    }

    /// The most words of a title that could say how a picture fits.
    private static let mostWords = 4

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension PagePicture {
    /// How a picture fills its frame on a page.
    package enum Fit: String, CaseIterable, Sendable {
        /// The whole picture is shown.
        case fit
        /// The picture fills a frame as wide as the text. What does not fit is cut off at its edges.
        case fill
        /// The picture fills the width of the screen and a part of its height. What does not fit is cut off at its edges.
        case banner
    }

    /// The share of a screen's height that a banner has.
    static let bannerHeight = 0.4
    /// The largest share of the first picture of a page that may be cut off for it to be a banner without being asked. A photo
    /// loses a fifth of it without harm; a plan loses a room, and a logo letters.
    static let mostCutUnasked = 0.2
    /// The least share that a picture that was asked to be cut off shows without a warning. Of a photo of 3:2, a banner shows a
    /// little more on a screen of 16:9.
    private static let leastSeen = 1.0 / 3
    /// Whether all of the picture is shown when it is no banner.
    var fitsWhole: Bool { fit == nil || fit == .fit }

    /// How the picture fills the frame of a row or a card, which is as large for all of a list.
    var fitInTile: Picture.Fit { fit == .fit ? .inside : .covering }

    /// The shape of the frame of `fill`, as its height divided by its width.
    static let fillShape = 0.625

    /// The share of a picture of `size` that is seen when it covers a frame of the shape of `frame`, from 0 to 1.
    static func shareSeen(of size: PixelSize, in frame: Size) -> Double {
        let shape = Double(size.width) / Double(size.height) * frame.height / frame.width
        return min(shape, 1 / shape)
    }

    /// What is lost of a picture of `size` that is asked to fill its frame as `fit`; nil for nothing, or little.
    static func loss(of size: PixelSize, _ fit: Fit?) -> String? {
        let (name, frame): (String, Size)
        switch fit {
        case .banner: (name, frame) = ("a banner on a screen of 16:9", Size(16, 9 * bannerHeight))
        case .fill: (name, frame) = ("\"fill\"", Size(1, fillShape))
        case .fit, nil: return nil
        }
        let seen = shareSeen(of: size, in: frame)
        guard seen < leastSeen else { return nil }
        let side = Double(size.width) * frame.height < Double(size.height) * frame.width ? "height" : "width"
        return
            "is \(size.width)×\(size.height) pixels; \(name) shows \(Int((seen * 100).rounded())) % of its \(side) and cuts off the rest: "
            + "write \"fit\" to show all of it, or cut it to another shape"
    }
}
