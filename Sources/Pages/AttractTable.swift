// The table [attract]: pictures that attract people while nobody touches the panel.

package import Drawing
package import Geometry
import Settings

/// The table `[attract]` of a kiosk.
package struct AttractTable: Hashable, Sendable {
    /// A call to touch the panel.
    package struct Call: Hashable, Sendable {
        /// The language (BCP 47).
        package let language: String
        package let text: String
    }

    /// The pictures in their order; at least one.
    package let pictures: [Picture]
    /// How long a picture is shown before the next one comes.
    package let each: Instant.Span
    /// The call in one or more languages, of which each picture shows the next; at least one.
    package let calls: [Call]
    /// The files to which the table refers.
    let targets: PageTargets

    /// The most pictures. They are shown in turn, so nobody sees the last of more.
    static let mostPictures = 50
    /// The most characters of the call, which is read from afar.
    static let longestCall = 60
    /// The times for which a picture can be shown.
    static let times = Instant.Span.seconds(4)...Instant.Span.seconds(600)
    /// The time for which a picture is shown if the kiosk does not say.
    static let usualTime = Instant.Span.seconds(10)

    /// What is wrong with a table in a kiosk that never goes home.
    static let needsHome =
        "the pictures are never shown, because they come when the kiosk has gone home: set home-after in [idle], such as \"60 s\""

    /// A table of `pictures`, which must not be empty.
    init(_ pictures: [Picture], each: Instant.Span = usualTime, calls: [Call], targets: PageTargets = PageTargets()) {
        (self.pictures, self.each, self.calls, self.targets) = (pictures, each, calls, targets)
    }

    /// The table `attract` of `kiosk`, the whole file. Nil when there is none, or none of its pictures can be shown. `references`
    /// finds the pictures.
    init?(reading kiosk: Settings, in languages: KioskLanguages, _ references: KioskReferences) {
        guard let table = kiosk.table("attract") else { return nil }
        var each = Self.usualTime
        if let time = table.span("each") {
            if Self.times.contains(time) {
                each = time
            } else {
                table.reject("each", "must be from \"4 s\" to \"10 min\"")
            }
        }
        let calls = Self.calls(table, languages)
        let paths = table.strings("pictures")
        if !table.has("pictures") {
            table.reportMissing(
                "pictures", "the list of what is shown, such as pictures = [\"hall.jpg\", \"garden.jpg\"]")
        }
        if let paths, paths.isEmpty { table.report("pictures", "pictures must name a picture, such as [\"hall.jpg\"]") }
        if let paths, paths.count > Self.mostPictures {
            table.report(
                "pictures", "pictures names more than \(Self.mostPictures) pictures; the others are left out")
        }
        var pictures: [Picture] = []
        for path in paths?.prefix(Self.mostPictures) ?? [] {
            let found = references.picture(at: path, on: Self.place)
            if let problem = found.problem { table.report("pictures", problem) }
            if let picture = found.picture { pictures.append(picture) }
        }
        if let idle = kiosk.table("idle"), idle.has("attract"), !pictures.isEmpty {
            idle.report(
                "attract", "the kiosk shows the pictures of [attract] or the page in attract, not both: remove one")
        }
        if pictures.isEmpty { return nil }
        self.init(pictures, each: each, calls: calls, targets: references.targets(of: Self.place))
    }

    /// The page on which the pictures are sought, which stands for `kiosk.toml`.
    private static let place = "attract"

    /// The call in `table`: in one language, in those of a table, or, if the kiosk has none, in all of `languages` with known words.
    private static func calls(_ table: Settings, _ languages: KioskLanguages) -> [Call] {
        var calls: [Call] = []
        func add(_ key: String, of table: Settings, in language: String) {
            guard let text = table.string(key) else { return }
            if text.allSatisfy(\.isWhitespace) {
                table.report(key, "the call is empty; leave it out for \"\(AttractWords.call(in: language).text)\"")
            } else if text.unicodeScalars.count > longestCall {
                table.report(key, "the call has more than \(longestCall) characters, which nobody reads from afar")
            } else if let problem = ContentRules.problem(ofText: text) {
                table.report(key, problem)
            } else {
                calls.append(Call(language: language, text: text))
            }
        }
        if table.isTable("call"), let texts = table.table("call") {
            texts.reportLanguages(notIn: languages, of: "call")
            for tag in texts.keys where !languages.all.contains(tag) { _ = texts.string(tag) }
            for language in languages.all where texts.has(language) { add(language, of: texts, in: language) }
        } else {
            add("call", of: table, in: languages.standard)
        }
        if !calls.isEmpty { return calls }
        // Several languages without known words would all be English.
        let known = languages.all.map { AttractWords.call(in: $0) }
        return known.indices.filter { !known[..<$0].contains(known[$0]) }.map { known[$0] }
    }
}
