// A walk through the frames of an animation that gdk-pixbuf has read.

// The types of GLib belong to the module that includes them first.
internal import CPango
internal import CPixbuf

/// Goes through the frames of an animation. gdk-pixbuf tells neither how many there are nor how often they play, but it tells what is
/// shown at any time.
struct FilmReading {
    private let animation: OpaquePointer

    /// The frames of `animation`, which the caller keeps.
    init(_ animation: OpaquePointer) { self.animation = animation }

    /// Calls `body` with each frame that is shown, up to `most`, and returns how long each is. The pixels belong to the animation and are
    /// valid during the call. `body` may be nil, which decodes nothing.
    func walk(
        most: Int, _ body: ((OpaquePointer) throws(PictureError) -> Void)? = nil
    ) throws(PictureError) -> FilmTiming {
        let frames = iterator()
        defer { g_object_unref(UnsafeMutableRawPointer(frames)) }
        var (delays, time) = (FilmDelays(), 0)
        while delays.kept.count <= most {
            let delay = Int(gdk_pixbuf_animation_iter_get_delay_time(frames))
            // The last frame of an animation that has ended.
            if delay < 0, !delays.kept.isEmpty { break }
            if delays.add(delay), let body, delays.kept.count <= most {
                guard let pixels = gdk_pixbuf_animation_iter_get_pixbuf(frames) else { break }
                try body(pixels)
            }
            time += max(1, delay)
            if gdk_pixbuf_animation_iter_on_currently_loading_frame(frames) != 0 { break }
            bezel_move_frame(frames, time)
        }
        return FilmTiming(delays: delays.kept, plays: delays.kept.count > most ? 0 : plays(of: time))
    }

    /// How many times an animation of `period` milliseconds plays; 0 for without end.
    private func plays(of period: Int) -> Int {
        // gdk-pixbuf counts milliseconds with 32 bits. What plays that long has no end.
        var (low, high) = (1, min(1 << 16 + 1, (Int(Int32.max) - 1) / max(1, period)))
        guard high >= 1, hasEnded(at: high * period) else { return 0 }
        while low < high {
            let middle = (low + high) / 2
            if hasEnded(at: middle * period) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func hasEnded(at time: Int) -> Bool {
        let frames = iterator()
        defer { g_object_unref(UnsafeMutableRawPointer(frames)) }
        bezel_move_frame(frames, time)
        return gdk_pixbuf_animation_iter_get_delay_time(frames) < 0
    }

    /// The first frame, at the time 0.
    private func iterator() -> OpaquePointer {
        guard let frames = bezel_first_frame(animation) else {
            fatalError("gdk-pixbuf does not show the frames of an animation")
        }
        return frames
    }
}
