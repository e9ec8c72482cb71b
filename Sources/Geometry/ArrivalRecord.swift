// The record of an asynchronous arrival on a stage: plain data between Stage and Linux.

/// Something that arrived some time after it was requested, and the time at which the stage took it. Recordings contain
/// these records.
package struct ArrivalRecord: Hashable, Sendable {
    /// The time at which the stage took it.
    package var time: Instant
    /// The thing that arrived.
    package var what: What

    /// A record that `what` arrived at `time`.
    package init(time: Instant, what: What) {
        self.time = time
        self.what = what
    }

    /// The kinds of things that can arrive.
    package enum What: Hashable, Sendable {
        /// The stage finished reading a picture from its file, or failed to read it.
        case picture(Picture)
        /// A picture left the cache, because memory ran short or because nothing shows it. The picture arrives again when
        /// it is needed again.
        case pictureLeft(Picture)
        /// A result that an app waited for.
        case result(Result)
        /// It is night from now on (true), or day (false): the theme changes.
        case night(Bool)
        /// The wall clock, in nanoseconds since the beginning of 1970 (UTC) at the time of the record.
        case clock(nanoseconds: Int64, zone: WallClock.Zone)
        /// The contents of a file that others write.
        case file(File)
    }

    /// A picture in the size in which it is shown.
    package struct Picture: Hashable, Sendable {
        /// The path of the file in the kiosk's folder, or the name of the file.
        package var name: String
        /// The size in which the picture is shown, in pixels.
        package var size: PixelSize

        /// The picture `name`, shown at `size` pixels.
        package init(name: String, size: PixelSize) {
            self.name = name
            self.size = size
        }
    }

    /// The contents of a file that others write.
    package struct File: Hashable, Sendable {
        /// The path of the file in the kiosk's folder.
        package var name: String
        /// The contents, as text for the pages.
        package var value: String

        /// The contents `value` of the file `name`.
        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// A result that an app waited for.
    package struct Result: Hashable, Sendable {
        /// The app's name for the result.
        package var name: String
        /// The position of this result among those that the app requested under the same name, counted from 1.
        package var number: Int
        /// The result, as text.
        package var value: String
        /// Whether the work has failed, and `value` says why.
        package var isError = false

        /// The result `value` of the `number`th request that the app made under `name`.
        package init(name: String, number: Int, value: String, isError: Bool = false) {
            self.name = name
            self.number = number
            self.value = value
            self.isError = isError
        }
    }
}
