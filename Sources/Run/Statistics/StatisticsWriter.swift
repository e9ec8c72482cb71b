// Writes the statistics of each day, on a thread of its own.

import Glibc
import Linux
import Logging
import Machine
import Settings

/// Adds counts to the file of today. It has no state but the files: the kiosk may be started anew, and the clock may be set.
struct StatisticsWriter: Sendable {
    private let table: StatisticsTable
    private let log: Logger
    private let today: @Sendable () -> String
    /// Whether the last file could not be written.
    private let hasFailed = Monitor(false)

    /// Writes into the folder that `table` names. `today` tells the day.
    init(_ table: StatisticsTable, log: Logger, today: @escaping @Sendable () -> String) {
        (self.table, self.log, self.today) = (table, log, today)
    }

    /// Adds `counts`. The first of several failures in a row is logged.
    func add(_ counts: StatisticsFolder.Counts) {
        let name = today()
        let path = "\(table.folder)/\(name).json"
        var day = StatisticsDay(name)
        if access(path, F_OK) == 0 {
            do throws(Diagnostic) { day = try StatisticsDay(name, in: table.folder) } catch {
                log.error("\(error); it is kept as \(path).damaged, and the day begins anew")
                rename(path, path + ".damaged")
            }
        } else {
            makeRoom()
        }
        for (number, counts) in counts { day.add(counts, ofScreen: number) }
        do throws(SystemError) {
            try WholeFile.write(day.text, to: path, mode: 0o640)
            hasFailed.with { $0 = false }
        } catch {
            let isFirst = hasFailed.with { failed in
                defer { failed = true }
                return !failed
            }
            if isFirst { log.error("visits are not counted in a file: \(error)") }
        }
    }

    /// Deletes the oldest days beyond the number that is kept, to make room for another one.
    private func makeRoom() {
        for day in StatisticsDay.days(in: table.folder).dropLast(table.days - 1) {
            unlink("\(table.folder)/\(day).json")
        }
    }
}
