// What the pages of the controls show.

import Bezel

extension ControlPage {
    /// The pages, in groups.
    static var groups: [(title: String, pages: [Sheet])] {
        [
            ("Lists", lists), ("Choices", choices), ("Dates and times", times), ("Buttons and marks", marks),
            ("Text, pictures and themes", texts), ("Messages", messages),
        ]
    }

    private static var lists: [Sheet] {
        [
            Sheet("List", .person) { model in
                Flow {
                    Button("Insert", icon: .plus) {
                        animate {
                            model.members.insert(model.next, at: 1)
                            model.next += 1
                        }
                    }
                    Button("Remove", icon: .minus) {
                        animate { if model.members.count > 1 { model.members.remove(at: 1) } }
                    }
                }
                List {
                    Section("Guests") {
                        ForEach(model.members, id: \.self) { number in
                            ListRow("Guest \(number)", detail: "Table \(number % 5 + 1)", icon: .person) {
                                animate { model.members.removeAll { $0 == number } }
                            }
                        }
                    }
                    Section("Kitchen") {
                        ListRow("Soup", detail: "6.50 €")
                        Text("A row of words alone")
                    }
                }
            },
            Sheet("Rows", .home) { _ in
                Rows {
                    Section("Ground floor") {
                        ListRow("Café", detail: "until 18:00", icon: .cart) {}
                        ListRow("A long title that needs more than one line of the row", detail: "always", icon: .info)
                        {}
                        ListRow("Cloakroom")
                    }
                }
            },
            Sheet("Grid", .calendar) { _ in
                Grid(minimum: .mm(40)) {
                    ForEach(
                        ["Tide table", "Compass", "A brass lantern with a long name", "Logbook", "Net float"],
                        id: \.self
                    ) {
                        title in
                        EnvironmentReader { environment in
                            Bezel.Column {
                                Icon(.heart)
                                Text(title)
                            }
                            .padding(.em(0.8))
                            .frame(width: .share(1), height: .share(1), alignment: .topStart)
                            .background(environment.theme.pressed, corners: 0.5)
                        }
                    }
                }
            },
        ]
    }

    private static var choices: [Sheet] {
        [
            Sheet("Choices", .check) { model in
                Choices("Language of the tour", ["English", "Deutsch", "Français"], selected: model.selected) {
                    model.selected = $0
                }
            },
            Sheet("Wheel", .arrowDown) { model in
                Wheel("Number of guests", (1...40).map { "\($0) guests" }, selected: model.count) { model.count = $0 }
                Text("\(model.count + 1) guests")
            },
            Sheet("Tabs", .globe) { model in
                Tabs(
                    ["Today", "Tomorrow", "This week", "Children", "Concerts", "Guided tours"], selected: model.selected
                ) {
                    model.selected = $0
                }
                Text("Page \(model.selected + 1)")
            },
            Sheet("Switches", .gear) { model in
                Toggle("As a gift", isOn: model.isOn) { model.isOn = $0 }
                Bezel.Segments(["Small", "Medium", "Large"], selected: min(model.selected, 2)) { model.selected = $0 }
                Slider("Volume", value: model.value) { model.value = $0 }
                Stepper(model.count, in: 0...99) { model.count = $0 }
            },
        ]
    }

    private static var times: [Sheet] {
        [
            Sheet("Date", .calendar) { model in
                if let today = CalendarDate("2026-12-09"), let last = CalendarDate("2027-02-15") {
                    DateChoice(model.date, today: today, in: today...last) { model.date = $0 }
                }
                Text(model.date.map { "\($0)" } ?? "–")
            },
            Sheet("Time", .clock) { model in
                TimeChoice(model.time) { model.time = $0 }
                Text("\(model.time.hour) h \(model.time.minute)")
                TimeChoice(model.time, step: 15) { model.time = $0 }.environment(\.language, "en-US")
            },
        ]
    }

    private static var marks: [Sheet] {
        [
            Sheet("Buttons", .plus) { model in
                Button("Search", icon: .search) { model.count += 1 }
                Button("Buy", icon: .cart, isStrong: true) { model.count += 1 }
                Button("Delete", role: .destructive, icon: .trash) { model.count = 0 }
                Row {
                    Button("Less", icon: .minus, isIconOnly: true, repeats: true) { model.count -= 1 }
                    Text("\(model.count)").alignment(.center).frame(width: .em(3))
                    Button("More", icon: .plus, isIconOnly: true, repeats: true) { model.count += 1 }
                }
            },
            Sheet("Icons", .heart) { _ in
                Grid(minimum: .em(3.2)) {
                    for symbol in Symbol.allCases { Icon(symbol, size: 2, label: symbol.rawValue) }
                }
            },
            Sheet("Marks", .info) { model in
                PageDots(count: 5, at: model.page).accessibilityLabel("Page")
                Button("Next page") { model.page = (model.page + 1) % 5 }
                Flow(spacing: .em(1)) {
                    Badge(model.count)
                    Badge(42)
                    Badge(1000)
                    Spinner().accessibilityLabel("Loading")
                    Spinner(size: 3).accessibilityLabel("Loading more")
                }
            },
            Sheet("Progress", .clock) { model in
                Progress(model.value).accessibilityLabel("Loaded")
                Slider("How much is loaded", value: model.value) { model.value = $0 }
                Progress().accessibilityLabel("Waiting")
            },
            Sheet("Drawn", .eye) { model in
                Drawn(model.value, description: "A tank") { value, canvas, size, environment in
                    canvas.fill(environment.theme.pressed)
                    let height = (size.height * value).rounded()
                    canvas.fill(Rect(0, size.height - height, size.width, height), environment.theme.accent)
                }
                .frame(width: .share(1), height: .em(6))
                Slider("How full it is", value: model.value) { model.value = $0 }
            },
        ]
    }

    private static var messages: [Sheet] {
        [
            Sheet("Alerts and toasts", .info) { model in
                Button("Alert") { model.screen?.alert("Thank you", message: "Your table is kept until 19:00.") }
                Button("Question") {
                    model.screen?.task {
                        let answer = await model.screen?.ask("Delete the order?", choices: "Keep", "Delete")
                        model.note = answer ?? "No answer"
                    }
                }
                Button("Toast") { model.screen?.toast("Saved") }
                Button("Delete", icon: .trash) {
                    model.screen?.toast("Deleted", action: "Undo") { model.note = "Undone" }
                }
                Text(model.note)
            },
            Sheet("Popover", .info) { _ in
                Row {
                    Text("A service fee of 2 €")
                    Icon(.info, size: 1.4, label: "What is that?")
                        .padding(.em(0.7))
                        .popover { Text("It pays for the box office.") }
                }
            },
        ]
    }
}
