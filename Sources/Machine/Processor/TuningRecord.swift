// The record of the compositor's values that were measured on a machine, beside the records of its panels.

import Glibc
package import Geometry
package import Layers
package import Linux
import Settings

/// The values for one processor and one size of picture.
package struct TuningRecord: Hashable {
    /// What the values were measured on.
    package struct Place: Hashable {
        /// The processor's name and its kinds of cores.
        package var processor: String
        /// The number of running cores.
        package var cores: Int
        /// The size of the picture in pixels.
        package var picture: PixelSize
        /// The version of Bezel, whose kernels may differ from those of another version.
        package var version: String

        /// This machine, with pictures of `size` pixels.
        package init(processor: Processor, cores: Int, picture: PixelSize, version: String = BezelVersion.text) {
            (self.processor, self.cores, self.picture, self.version) = (processor.identity, cores, picture, version)
        }

        package init(processor: String, cores: Int, picture: PixelSize, version: String) {
            (self.processor, self.cores, self.picture, self.version) = (processor, cores, picture, version)
        }
    }

    package let place: Place
    package let tuning: Tuning

    package init(place: Place, tuning: Tuning) { (self.place, self.tuning) = (place, tuning) }

    /// The path of the record for pictures of `size` pixels in the folder of the panels' records.
    package static func path(in folder: String, _ size: PixelSize) -> String {
        "\(folder)/processor-\(size.width)x\(size.height).toml"
    }

    /// The text of the file.
    package var text: String {
        func quoted(_ text: String) -> String {
            "\"" + text.map { $0 == "\"" || $0 == "\\" ? " " : String($0) }.joined() + "\""
        }
        return """
            # How this processor draws pictures fastest. Bezel measured it when the kiosk began, and measures it again when one of
            # the first four values has changed, or when this file is deleted. No value changes a pixel.
            processor = \(quoted(place.processor))
            cores = \(place.cores)
            picture = "\(place.picture.width)x\(place.picture.height)"
            version = \(quoted(place.version))

            [tuning]
            copying = "\(tuning.copying.rawValue)"            # the instructions for pixels that are copied
            calculating = "\(tuning.calculating.rawValue)"        # and for those that are calculated
            lines = \(tuning.lines)                    # cache lines that are calculated together
            requests = \(tuning.requests)                 # how often memory is asked for each cache line in advance
            cache = \(tuning.cache.rawValue)                    # into which cache
            distance = \(tuning.distance)             # how many bytes in advance
            near = \(tuning.near)                  # pixels in advance into the first cache; 0 for never
            beside = \(tuning.beside)                 # bytes in advance where the picture is turned
            streams = \(tuning.streams)               # whether stores to a display pass the caches
            streams-to-cached = \(tuning.streamsToCached)     # and stores to memory that is read again
            threads = \(tuning.threads)                  # threads that draw a picture
            share = \(tuning.share)               # pixels that are worth waking a thread

            """
    }

    /// Reads the record at `path`; nil when there is none. Throws the errors in the file.
    package static func read(_ path: String) throws(Failure) -> TuningRecord? {
        guard access(path, F_OK) == 0 else { return nil }
        let settings: Settings
        do { settings = try Settings(path: path) } catch { throw Failure(.wrongInput, "\(error)") }
        var tuning = Tuning()
        if let table = settings.table("tuning") {
            tuning.copying = table.choice("copying", Tuning.Kernels.self) ?? tuning.copying
            tuning.calculating = table.choice("calculating", Tuning.Kernels.self) ?? tuning.calculating
            tuning.lines = table.integer("lines", of: [1, 2, 4]) ?? tuning.lines
            tuning.requests = table.integer("requests", in: 0...2) ?? tuning.requests
            tuning.cache = table.integer("cache", in: 1...3).flatMap(Tuning.Cache.init) ?? tuning.cache
            tuning.distance = table.integer("distance", in: 0...1 << 20) ?? tuning.distance
            tuning.near = table.integer("near", in: 0...1 << 16) ?? tuning.near
            tuning.beside = table.integer("beside", in: 0...1 << 16) ?? tuning.beside
            tuning.streams = table.bool("streams") ?? tuning.streams
            tuning.streamsToCached = table.bool("streams-to-cached") ?? tuning.streamsToCached
            tuning.threads = table.integer("threads", in: 1...64) ?? tuning.threads
            tuning.share = table.integer("share", in: 1...1 << 30) ?? tuning.share
        } else if !settings.has("tuning") {
            settings.reportMissing("tuning", "delete the file, and Bezel measures again")
        }
        let size = (settings.string("picture") ?? "").split(separator: "x").compactMap { Int($0) }
        let place = Place(
            processor: settings.string("processor") ?? "", cores: settings.integer("cores", in: 1...4096) ?? 1,
            picture: size.count == 2 ? PixelSize(size[0], size[1]) : PixelSize(0, 0),
            version: settings.string("version") ?? "")
        settings.finish()
        if settings.diagnostics.hasErrors {
            throw Failure(.wrongInput, settings.diagnostics.all.map(\.description).joined(separator: "\n"))
        }
        return TuningRecord(place: place, tuning: tuning.possible(processors: place.cores))
    }

    /// Writes the record to `path`. After a failure either the old file or the new one is there, and complete.
    package func write(to path: String) throws(SystemError) { try WholeFile.write(text, to: path) }
}
