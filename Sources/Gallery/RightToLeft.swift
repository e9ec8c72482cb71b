// Arabic pages, where everything is where its mirror image would be.

import Bezel

/// A page that runs from right to left: the way back lies at the right edge, and pages go to the left.
final class RightToLeft: Sample {
    init() {
        super.init(
            name: "right-to-left", title: "Right to left",
            summary: "An Arabic page: swipe in from the right edge, or anywhere to the left, to come back.")
        direction = .rightToLeft
    }

    override func build(in content: View, theme: Theme) {
        title = "بيت المدّ والجزر"
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

/// What a row of it leads to.
final class ArabicPage: Screen {
    private let text: String

    init(_ title: String, _ text: String) {
        self.text = text
        super.init(name: "arabic-page", title: title)
        direction = .rightToLeft
    }

    /// The second row's page.
    convenience init() { self.init("البحر", "يرتفع الماء وينخفض مرّتين كلّ يوم") }

    override func loadContent(into content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let column = Column(in: content, theme: theme)
        column.addHeading(title, text)
        column.add(Poster(7, theme: theme), height: column.width * 0.5, gap: 1.6)
    }
}
