// Checks whether the machine's file can be read and is valid.

import Machine

enum ConfigurationCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        if let failure = facts.wrongConfiguration {
            let path = facts.file ?? Configuration.standardPath
            return [
                .stop(
                    .configuration, failure.code, failure.description,
                    "correct these lines, then: bezel check \(path)")
            ]
        }
        return [
            .fine(.configuration, facts.file ?? "the defaults: there is no \(Configuration.standardPath)")
        ]
    }
}
