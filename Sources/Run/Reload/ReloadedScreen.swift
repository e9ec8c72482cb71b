// A screen whose pages and settings are reloaded.

import Machine
import Pages

extension KioskReload {
    /// A screen whose pages and settings are reloaded.
    @MainActor
    package struct Screen {
        /// The index of the screen among those of the machine's file.
        let number: Int
        /// The pages and settings that are shown.
        var shown: StartScreens
        /// Why the kiosk that was read last is not shown at all.
        var refused: [Fault] = []
        /// The screen's part of the machine's file.
        var machine: Configuration
        /// What it was when the kiosk began.
        let started: Configuration
        /// Whether the folder was given on the command line. Such a folder does not change.
        let isNamed: Bool
        /// Shows new pages and settings on the screen.
        let show: (StartScreens) -> Void

        /// The screen `number`, which shows `shown`, by its part `machine` of the machine's file.
        init(number: Int, shown: StartScreens, machine: Configuration, show: @escaping (StartScreens) -> Void) {
            (self.number, self.shown, self.machine, self.show) = (number, shown, machine, show)
            started = machine
            isNamed = shown.folder != machine.kiosk
        }

        /// What the thread that reads needs to know.
        var place: KioskReading.Place {
            KioskReading.Place(
                number: number, folder: shown.folder ?? "", isNamed: isNamed, machine: machine, kiosk: shown.kiosk)
        }
        /// The mistakes in its kiosk, with what is shown instead.
        var faults: [Fault] { refused + shown.faults }

        /// Whether it shows the kiosk in `folder`, of which everything was shown that was read last.
        func shows(_ folder: String) -> Bool { shown.folder == folder && refused.isEmpty }
    }
}
