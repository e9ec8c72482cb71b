// The steps of the tutorial in docs/Bezel.docc.

import Bezel
import Testing

private enum StepTwo {
    // Begin
    struct HallApp: App {
        func root() -> Screen { Welcome() }
    }

    /// The first screen. Its body runs again when `visitors` changes.
    @Observable final class Welcome: Screen, Declared {
        var visitors = 2

        init() { super.init(name: "welcome", title: "Welcome") }

        var body: some Element {
            Column(spacing: .mm(9), alignment: .center, distribution: .center) {
                Text("How many are you?").heading()
                Stepper(visitors, in: 1...9) { self.visitors = $0 }
                Text("\(visitors * 8) €").size(1.5)
                Button("Come in", isStrong: true) { self.comeIn() }
            }
        }

        private func comeIn() {
            let greeting = visitors == 1 ? "The hall is all yours." : "Welcome, all \(visitors) of you!"
            push("hall", title: "The hall") {
                Column(alignment: .center, distribution: .center) { Text(greeting).size(1.5) }
            }
        }
    }
    // End
}

private enum StepThree {
    // Begin
    struct HallApp: App {
        func root() -> Screen { Welcome() }
    }

    /// The first screen. Its body runs again when `visitors` changes.
    @Observable final class Welcome: Screen, Declared {
        var visitors = 2

        init() { super.init(name: "welcome", title: "Welcome") }

        var body: some Element {
            Column(spacing: .mm(9), alignment: .center, distribution: .center) {
                Text("How many are you?").heading()
                Stepper(visitors, in: 1...9) { self.visitors = $0 }
                Text("\(visitors * 8) €").size(1.5)
                Button("Come in", isStrong: true) { self.confirm() }
            }
        }

        private func confirm() {
            task {
                let answer = await self.ask("Come in for \(self.visitors * 8) €?", choices: "Not yet", "Come in")
                if answer == "Come in" { self.comeIn() }
            }
        }

        private func comeIn() {
            let greeting = visitors == 1 ? "The hall is all yours." : "Welcome, all \(visitors) of you!"
            push("hall", title: "The hall") {
                Column(alignment: .center, distribution: .center) { Text(greeting).size(1.5) }
            }
        }
    }
    // End
}

private typealias HallApp = StepThree.HallApp

@Suite struct TutorialTests {
    // Begin
    @Test func `three visitors come in`() async throws {
        let visit = try Rehearsal(HallApp())
        try visit.tap("+")
        try visit.tap("Come in")
        await visit.settle()
        #expect(visit.texts.contains("Come in for 24 €?"))
        try visit.tap("Come in")
        await visit.settle()
        #expect(visit.texts.contains("Welcome, all 3 of you!"))
    }
    // End

    @Test func `the price follows the number of visitors`() throws {
        let visit = try Rehearsal(StepTwo.HallApp())
        #expect(visit.texts.contains("16 €"))
        try visit.tap("+")
        #expect(visit.texts.contains("24 €"))
    }
}
