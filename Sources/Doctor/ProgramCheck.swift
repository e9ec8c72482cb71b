// Checks whether the programs are installed whose windows are pages: browsers and others.

import Machine
import Pages
import Stage

/// The program of some pages.
struct ProgramFacts: Hashable {
    /// The browser, or the program by its name; nil for pages of the web where there is no browser.
    var name: String?
    /// The names of the pages, in alphabetical order.
    var pages: [String]
    /// What is missing; nil if it can be started.
    var problem: String?

    /// The programs of the pages of `kiosk`, whose pages of the web `web` shows. They run as root if `isRoot`.
    static func survey(_ kiosk: Kiosk?, _ web: WebTable, asRoot isRoot: Bool) -> [ProgramFacts] {
        var all: [ProgramFacts] = []
        for (name, page) in (kiosk?.pages ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let program = page.program else { continue }
            let shown: String? =
                switch program.source {
                case .command: program.name
                case .web, .file: web.found?.rawValue
                }
            if let index = all.firstIndex(where: { $0.name == shown }) {
                all[index].pages.append(name)
            } else {
                all.append(
                    ProgramFacts(
                        name: shown, pages: [name],
                        problem: web.problem(with: program, asRoot: isRoot)?.description))
            }
        }
        return all
    }
}

enum ProgramCheck {
    /// Nothing for a kiosk without such pages.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        facts.programs.map { program in
            let pages = "the page\(program.pages.count == 1 ? "" : "s") \(program.pages.joined(separator: ", "))"
            guard let problem = program.problem else {
                return .fine(.programs, "\(program.name ?? "") shows \(pages)")
            }
            return .warn(.programs, "\(pages): \(problem)")
        }
    }
}
