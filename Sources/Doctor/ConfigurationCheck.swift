// Checks whether the machine's file can be read and is valid.

import Machine

enum ConfigurationCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        if let failure = facts.wrongConfiguration {
            let path = facts.file ?? Configuration.standardPath
            let advice =
                failure.code == .noPermission
                ? "sudo bezel doctor" : "correct these lines, then: bezel check \(path)"
            return [.stop(.configuration, failure.code, failure.description, advice)]
        }
        return [
            .fine(.configuration, facts.file ?? "the defaults: there is no \(Configuration.standardPath)")
        ]
    }
}
