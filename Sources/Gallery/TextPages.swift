// Pages of text, pictures, themes and search.

import Bezel

extension ControlPage {
    static var texts: [Sheet] {
        [
            Sheet("Text", .info) { model in
                Text("Twenty pictures of the sea").heading(2)
                Text(markdown: "Open **every day** but *Monday*. Press `K 7` at the [cloakroom](cloakroom), or ask.") {
                    model.note = $0
                }
                Text(markdown: "**Not closed, 2 * 3 = 6 and [no link]")
                for role in [ColorRole.primary, .secondary, .accent, .error, .destructive] {
                    Text("The colour \(role.rawValue)").foregroundStyle(role)
                }
                Row(alignment: .firstTextBaseline) {
                    Text("12").size(1.8).weight(.bold)
                    Text("on one line")
                    Button("Show") {}
                }
                Text(model.note)
            },
            Sheet("Pictures from bytes", .eye) { _ in
                Image(data: Self.lighthouse, description: "A lighthouse", corners: 0.5)
                    .frame(width: .share(1), height: .em(7))
                Image(data: Self.lighthouse, description: "A lighthouse", fit: .covering)
                    .frame(width: .share(1), height: .em(5))
                Image(data: [0, 1, 2, 3], description: "A picture that is damaged")
                    .frame(width: .share(1), height: .em(7))
            },
            Sheet("Themes", .globe) { model in
                ForEach(ColorScheme.allCases, id: \.self) { scheme in
                    ForEach(ColorContrast.allCases, id: \.self) { contrast in
                        Self.card("\(scheme.rawValue), \(contrast.rawValue)", model)
                            .colorScheme(scheme).contrast(contrast)
                    }
                }
            },
            Sheet("Fields", .keyboard) { model in
                TextField("Name", text: model.texts[0], kind: .name, prompt: "As on the card") { model.texts[0] = $0 }
                TextField(
                    "Mail", text: model.texts[1], kind: .mail,
                    problem: model.texts[1].contains("@") ? nil : "An address has an @."
                ) { model.texts[1] = $0 }
                TextField("Guests", text: model.texts[2], kind: .number) { model.texts[2] = $0 }
                TextField("PIN", text: model.texts[3], kind: .pin, isSecure: true) { model.texts[3] = $0 }
                TextArea("Note", text: model.texts[4], lines: 3) { model.texts[4] = $0 }
            },
            Sheet("Search", .search) { model in
                SearchField("Search the collection", text: model.query) { model.query = $0 }
                List {
                    ForEach(model.found, id: \.number) { thing in ListRow(thing.title, detail: "\(thing.number)") }
                }
            },
        ]
    }

    @ElementBuilder private static func card(_ title: String, _ model: ControlModel) -> Elements {
        Bezel.Column(alignment: .stretch) {
            Text(title).weight(.semibold)
            Text("On a card of its own").foregroundStyle(.secondary).size(0.85)
            Flow {
                Button("Keep", isStrong: true) {}
                Button("Delete", role: .destructive) {}
                Badge(3)
            }
        }
        .padding(.em(0.7))
        .background(.surface, corners: 0.5)
        .padding(.em(0.4))
        .background(.background)
    }

    /// A picture in SVG.
    private static let lighthouse = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200"><rect width="320" height="200" \
        fill="#a9bfb8"/><rect y="140" width="320" height="60" fill="#3a5166"/><path d="M140 150 L150 50 H170 L180 150 Z" fill="#fffbf2"/>\
        <path d="M146 90 H174 L176 115 H144 Z" fill="#b8472f"/><rect x="148" y="36" width="24" height="14" fill="#1d2a3c"/></svg>
        """.utf8)
}

extension ControlModel {
    /// The things whose names have what is searched for.
    var found: [Thing] {
        let words = query.lowercased()
        return (0..<30).map { Thing(number: $0) }.filter { words.isEmpty || $0.title.lowercased().contains(words) }
    }
}
