// Text.

public import Drawing
public import Geometry
public import Layers
public import Stage

/// Words on the glass, which wrap where the room is too narrow.
public struct Text: ViewElement, Equatable {
    private let words: String
    private var isMarkdown = false
    private var open: Opening?
    /// The size in em; nil for that of body text, or of the heading.
    private var size: Double?
    private var weight: TextStyle.Weight?
    private var color: Shade?
    private var alignment = TextAlignment.start
    private var lineLimit: Int?
    private var headingLevel: Int?

    /// The words `words`.
    public init(_ words: String) { self.words = words }

    /// Words with inline Markdown: bold, italic, code and links. Signs that are no Markdown are letters. A tap on a link calls `open` with
    /// its address; without that, links are words like others.
    public init(markdown: String, onLink open: ((String) -> Void)? = nil) {
        (words, isMarkdown, self.open) = (markdown, true, open.map { Opening(open: $0) })
    }

    /// Letters of `size` em.
    public func size(_ size: Double) -> Text { changed { $0.size = size } }
    /// Letters of weight `weight`.
    public func weight(_ weight: TextStyle.Weight) -> Text { changed { $0.weight = weight } }
    /// Letters in `color`; without it in the colour of text.
    public func color(_ color: Color?) -> Text { changed { $0.color = color.map { .color($0) } } }
    /// Letters in the colour that plays `role` where the text stands.
    public func foregroundStyle(_ role: ColorRole) -> Text { changed { $0.color = .role(role) } }
    /// Where lines stand beside each other.
    public func alignment(_ alignment: TextAlignment) -> Text { changed { $0.alignment = alignment } }
    /// At most `limit` lines; the last one ends in “…” if there would be more.
    public func lineLimit(_ limit: Int?) -> Text { changed { $0.lineLimit = limit } }
    /// A heading of `level`, from 1, in the font of the theme, and in the size that it has for it unless the text has one of its own.
    public func heading(_ level: Int = 1) -> Text {
        changed {
            $0.headingLevel = level
        }
    }

    /// What a link does, which tells no text from another.
    private struct Opening: Equatable {
        let open: (String) -> Void
        static func == (a: Opening, b: Opening) -> Bool { true }
    }

    private func changed(_ change: (inout Text) -> Void) -> Text {
        var text = self
        change(&text)
        return text
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> LabelView { LabelView(AttributedText()) }

    /// Lets `view` show the element.
    public func update(_ view: LabelView, from old: Text?, in environment: Environment) -> Bool {
        if let open { view.onLink = open.open }
        guard old != self else { return false }
        let theme = environment.theme
        let color = color?.color(in: theme)
        let style =
            headingLevel.map { level in
                let sizes = theme.headingSizes
                let usual = sizes.isEmpty ? 1 : sizes[max(1, min(sizes.count, level)) - 1]
                return theme.headingStyle(size ?? usual, weight: weight ?? .semibold, color: color)
            } ?? theme.style(size ?? 1, weight: weight ?? .regular, color: color)
        let language = environment.language ?? "en"
        if isMarkdown {
            let (runs, links) = Markdown(words).text(
                in: style, links: open == nil || !environment.isEnabled ? nil : theme.accent)
            (view.links, view.text) = ([], AttributedText(runs, language: language))
            view.links = links
        } else {
            view.text = AttributedText(words, style, language: language)
        }
        view.alignment =
            view.text.isRightToLeft == (environment.direction == .rightToLeft) ? alignment : alignment.reversed
        (view.lineLimit, view.isHeading) = (lineLimit, headingLevel != nil)
        return true
    }

    /// The baseline of the first line.
    public func firstBaseline(of view: LabelView, in size: Size, _ environment: Environment) -> Double? {
        view.baseline(forWidth: size.width)
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: LabelView, in proposal: Proposal, _ environment: Environment) -> Size {
        let natural = view.naturalSize
        guard let width = proposal.width, width < natural.width else { return natural }
        return Size(width, view.height(forWidth: width))
    }

    /// The width (px) of the longest word.
    public func leastWidth(of view: LabelView, _ environment: Environment) -> Double { view.leastWidth }
}

extension TextAlignment {
    /// The alignment of words whose script is written the other way than the screen's: lines begin where those of the screen begin.
    fileprivate var reversed: TextAlignment {
        switch self {
        case .start: .end
        case .center: .center
        case .end: .start
        }
    }
}
