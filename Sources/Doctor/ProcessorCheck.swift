// Says whether drawing was fitted to this machine's processor.

import Geometry
import Machine

enum ProcessorCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let here = facts.processor else { return [] }
        let size = "\(here.picture.width)x\(here.picture.height)"
        let name = here.processor.isEmpty ? "unknown" : here.processor
        let cores = here.cores == 1 ? "1 core" : "\(here.cores) cores"
        let next = "the kiosk measures it when it starts next"
        switch facts.tuning {
        case .success(let record?) where record.place == here:
            return [.fine(.processor, "\(name), \(cores): drawing was measured for \(size)")]
        case .success(nil):
            return [.fine(.processor, "\(name), \(cores): drawing was not measured for \(size); \(next)")]
        case .success:
            return [.fine(.processor, "\(name), \(cores): drawing was measured on another machine or version; \(next)")]
        case .failure(let error): return [.warn(.processor, "\(error); \(next)", "delete the file")]
        }
    }
}
