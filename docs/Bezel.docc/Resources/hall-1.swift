import Bezel

@main
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
