// The hardware button that leads to the first screen from anywhere.

import Geometry
import Gestures

/// The hardware home button. Its recognizer lies below all screens, so a screen that uses the button itself takes precedence.
@MainActor
final class HomeButton {
    private let tap = TapRecognizer(name: "home-button")
    private unowned let stage: Stage

    /// Adds the button to `stage`.
    init(on stage: Stage) {
        self.stage = stage
        tap.allowedTouchTypes = []
        tap.allowedPressTypes = [.home]
        tap.delegate = self
        tap.onAction { [unowned stage] _ in stage.goHome() }
        stage.rootView.addRecognizer(tap)
    }
}

extension HomeButton: RecognizerDelegate {
    /// A view that covers the screens keeps buttons from them, as it keeps fingers from them.
    func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool { stage.cover == nil }
}
