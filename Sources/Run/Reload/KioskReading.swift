// What a reload reads: the machine's file and the kiosks that it names.

import Machine
import Pages

/// The machine's file and the kiosks, as another thread has read them.
struct KioskReading: Sendable {
    /// Reads the kiosk in a folder, on a screen of the machine. The third argument is the kiosk that is shown, if it is of that folder.
    typealias Load = @Sendable (String, Configuration, Kiosk?) -> LoadedKiosk

    /// The machine's file, or what is wrong with it.
    let machine: Result<Configuration, Failure>
    /// The kiosks by folder, without those that were not requested.
    private(set) var kiosks: [String: LoadedKiosk] = [:]

    /// The folder of a screen, and what the thread needs to know to find the next one.
    struct Place: Sendable {
        let number: Int
        let folder: String
        let isNamed: Bool
        /// The screen's part of the machine's file when it was last read without a mistake.
        let machine: Configuration
        /// What the screen shows.
        let kiosk: Kiosk?

        /// The screen's part of `file`. A screen that was removed from the file keeps its settings until the next start, and all
        /// screens keep theirs while the file has a mistake.
        func machine(in file: Result<Configuration, Failure>) -> Configuration {
            guard let screens = try? file.get().eachScreen else { return machine }
            return screens.indices.contains(number) ? screens[number] : machine
        }

        /// The folder that the screen shows according to `file`.
        func folder(in file: Result<Configuration, Failure>) -> String {
            isNamed ? folder : machine(in: file).kiosk ?? folder
        }
    }

    /// Reads the machine's file, the kiosks in `folders` (nil for all), and the kiosks whose folder is new.
    init(_ command: RunCommand, _ places: [Place], _ folders: Set<String>?, _ load: Load) {
        machine = Result { () throws(Failure) in try command.machineConfiguration() }
        for place in places {
            let folder = place.folder(in: machine)
            let isWanted = folders?.contains(place.folder) ?? true || folder != place.folder
            if isWanted, kiosks[folder] == nil {
                // Another screen may show that folder already.
                let shown = places.first { $0.folder == folder }?.kiosk
                kiosks[folder] = load(folder, place.machine(in: machine), shown)
            }
        }
    }
}
