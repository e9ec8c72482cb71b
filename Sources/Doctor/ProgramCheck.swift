// Checks whether the programs are installed whose windows are pages: browsers and others.

import Linux
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

/// What bezel.service needs to start programs, each as a user of its own.
struct ProgramFence: Hashable {
    /// The sockets of bezel-guest@.socket that are there.
    var sockets = 0
    /// Whether the kernel gives user namespaces to those who are not root.
    var hasNamespaces = true

    /// Where systemd has the sockets.
    static let folder = "/run/bezel-guest"

    static func survey() -> ProgramFence {
        let names = (try? SystemFiles.names(folder)) ?? []
        // The second is Debian's own, and not there on other kernels.
        let switches = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"]
        return ProgramFence(
            sockets: names.count { Int($0) != nil },
            hasNamespaces: !switches.contains { SystemFiles.lines($0).first == "0" })
    }
}

enum ProgramCheck {
    /// Nothing for a kiosk without such pages.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        let programs = facts.programs.map { program -> Finding in
            let pages = "the page\(program.pages.count == 1 ? "" : "s") \(program.pages.joined(separator: ", "))"
            guard let problem = program.problem else {
                return .fine(.programs, "\(program.name ?? "") shows \(pages)")
            }
            return .warn(.programs, "\(pages): \(problem)")
        }
        return programs + fence(facts)
    }

    /// What keeps the service from starting programs that are installed.
    private static func fence(_ facts: MachineFacts) -> [Finding] {
        guard facts.programs.contains(where: { $0.problem == nil }), let unit = facts.unit("bezel.service") else {
            return []
        }
        var findings: [Finding] = []
        if unit.isActive, facts.fence.sockets == 0 {
            findings.append(
                .warn(
                    .programs,
                    "\(ProgramFence.folder) has none of the sockets of bezel-guest@.socket, at which the kiosk asks for programs",
                    facts.asRoot("systemctl restart bezel.service")))
        }
        if !facts.fence.hasNamespaces, facts.programs.contains(where: { $0.name == "chromium" && $0.problem == nil }) {
            findings.append(
                .warn(
                    .programs, "Chromium's sandbox needs user namespaces, which this kernel gives to root alone",
                    facts.asRoot("sysctl user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1")))
        }
        return findings
    }
}
