// Arabic pages, laid out in mirror image.

import Bezel

/// A page with text from right to left: the back button is at the right edge, and pages leave to the left.
final class RightToLeft: Sample {
    init() {
        super.init(
            name: "right-to-left", title: "Right to left",
            summary: "An Arabic page: swipe in from the right edge, or anywhere to the left, to come back.")
        direction = .rightToLeft
    }

    override func load(into content: View) { title = "بيت المدّ والجزر" }

    override func build(in content: View, theme: Theme) {
        let column = Column(in: content, theme: theme)
        column.addHeading("من اليمين إلى اليسار", "اسحب من الحافة اليمنى إلى اليسار لتعود إلى الصفحة السابقة.")
        let rows = [
            ("ساعات العمل", "من الثلاثاء إلى الأحد، من العاشرة إلى السادسة"),
            ("البحر", "يرتفع الماء وينخفض مرّتين كلّ يوم"),
            ("المقهى", "شاي وحساء وخبز"),
        ]
        column.addRows(
            rows.map { row in
                Link(title: row.0, summary: row.1) { [unowned self] in navigator?.push(ArabicPage(row.0, row.1)) }
            }, direction: .rightToLeft)
        column.add(Poster(5, theme: theme), height: column.width * 0.3, gap: 1.6)
    }
}

/// The page that a row opens.
final class ArabicPage: Screen {
    private let text: String

    init(_ title: String, _ text: String) {
        self.text = text
        super.init(name: "arabic-page", title: title)
        direction = .rightToLeft
    }

    /// Creates the page of the second row.
    convenience init() { self.init("البحر", "يرتفع الماء وينخفض مرّتين كلّ يوم") }

    override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        content.rebuild {
            let column = Column(in: content, theme: theme)
            column.addHeading(title, text)
            column.add(Poster(7, theme: theme), height: column.width * 0.5, gap: 1.6)
        }
    }
}
