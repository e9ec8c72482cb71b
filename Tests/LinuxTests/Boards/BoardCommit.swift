// What the kernel and a driver refuse in an atomic commit.

import Geometry

@testable import Linux

/// The planes of one CRTC after a commit that is being checked.
struct BoardCommit {
    /// A plane that would be shown.
    struct Shown {
        let id: UInt32
        let plane: Board.Plane
        let picture: TestCard.Picture
        /// The part of the picture, in pixels.
        let source: PixelRect
        /// Its place on the CRTC, and the part of that which is on the screen.
        let place: PixelRect
        let visible: PixelRect
        let alpha: UInt64
        let zpos: Int

        /// The visible part of the picture, which is not scaled.
        var visibleSource: PixelRect {
            PixelRect(
                source.x + visible.x - place.x, source.y + visible.y - place.y, visible.width, visible.height)
        }
        /// Whether blending shows what lies behind it.
        var isTranslucent: Bool { picture.hasAlpha || alpha != 0xffff }
    }

    /// Those that are shown, from back to front. The place in this list is the `normalized_zpos`.
    let shown: [Shown]
    /// What each plane showed before.
    let before: [UInt32: Shown]
    let screen: PixelSize
    /// In hertz.
    let refresh: Int
    let allowsModeset: Bool
}

extension Board {
    /// Why `plane` cannot be shown, as drm_atomic_plane_check and drm_atomic_helper_check_plane_state decide; nil if it can.
    static func refusal(of shown: BoardCommit.Shown, on crtc: Int, screen: PixelSize) -> String? {
        let plane = shown.plane
        if plane.crtcs & (1 << UInt32(crtc)) == 0 { return "\(plane.name) does not reach CRTC \(crtc)" }
        if !plane.formats.contains(shown.picture.format) {
            return "\(plane.name) does not take \(shown.picture.format)"
        }
        if case .compressed = plane.layout { return "\(plane.name) takes only compressed pictures" }
        if shown.source.intersection(shown.picture.size.bounds) != shown.source {
            return "\(plane.name) reads beyond its picture"
        }
        let ratios = [(shown.source.width, shown.place.width), (shown.source.height, shown.place.height)]
        for (source, place) in ratios where place <= 0 || !plane.scaling.contains(Double(source) / Double(place)) {
            return "\(plane.name) does not scale \(source) to \(place)"
        }
        if plane.coversScreen, shown.visible != screen.bounds { return "\(plane.name) does not cover the CRTC" }
        return nil
    }
}

extension TestCard {
    /// What a framebuffer shows.
    struct Picture {
        /// Which of the framebuffers that were made it is, from 1.
        let number: Int
        let size: PixelSize
        /// As a four-letter code.
        let format: String
        let pitch: Int

        var hasAlpha: Bool { format.hasPrefix("A") }
    }

    /// Why the kernel refuses `next`, the objects after a commit that names the planes `named`; nil if it accepts it.
    func refusal(of next: [UInt32: Object], named: Set<UInt32>, crtcs: Set<UInt32>, allowsModeset: Bool) -> String? {
        for id in named.sorted() {
            guard let values = next[id]?.values, let name = next[id]?.name else { continue }
            if (values["CRTC_ID"] == 0) != (values["FB_ID"] == 0) {
                return "\(name) has a CRTC or a picture, but not both"
            }
        }
        for crtc in crtcs.sorted() where next[crtc]?.values["ACTIVE"] == 1 {
            let commit = commit(next, on: crtc, allowsModeset: allowsModeset)
            for shown in commit.shown where named.contains(shown.id) {
                let refusal = Board.refusal(of: shown, on: Int(crtc - TestCard.crtc()), screen: commit.screen)
                if let refusal { return refusal }
            }
            if board.needsPrimary, !commit.shown.contains(where: { $0.plane.kind == .primary }) {
                return "no primary plane"
            }
            if let refusal = board.refusal(commit) { return refusal }
        }
        return nil
    }

    /// Notes what is wrong with the picture after a commit that the driver has accepted.
    func noteHarms(on crtcs: Set<UInt32>) {
        for crtc in crtcs.sorted() {
            let commit = commit(objects, on: crtc, allowsModeset: false)
            for shown in commit.shown where !shown.plane.isClipped && shown.visible != shown.place {
                harms.append("\(shown.plane.name) at \(shown.place)")
            }
            if let harm = board.harm(commit) { harms.append(harm) }
        }
    }

    private func commit(_ next: [UInt32: Object], on crtc: UInt32, allowsModeset: Bool) -> BoardCommit {
        let screen = size(of: next, crtc)
        let before = shown(in: objects, on: crtc, screen).map { ($0.id, $0) }
        return BoardCommit(
            shown: shown(in: next, on: crtc, screen), before: Dictionary(uniqueKeysWithValues: before), screen: screen,
            refresh: 60, allowsModeset: allowsModeset)
    }

    private func size(of objects: [UInt32: Object], _ crtc: UInt32) -> PixelSize {
        let mode = objects[crtc]?.values["MODE_ID"].flatMap { blobs[UInt32($0)] } ?? modes[crtc] ?? []
        // hdisplay and vdisplay of struct drm_mode_modeinfo.
        return mode.count < 16
            ? board.screen : PixelSize(Int(mode[4]) | Int(mode[5]) << 8, Int(mode[14]) | Int(mode[15]) << 8)
    }

    private func shown(in objects: [UInt32: Object], on crtc: UInt32, _ screen: PixelSize) -> [BoardCommit.Shown] {
        let found = board.planes.compactMap { id, plane -> BoardCommit.Shown? in
            guard let values = objects[id]?.values, values["CRTC_ID"] == UInt64(crtc),
                let picture = pictures[UInt32(values["FB_ID"] ?? 0)]
            else { return nil }
            func number(_ name: String) -> Int { Int(Int32(truncatingIfNeeded: values[name] ?? 0)) }
            func rect(_ prefix: String, _ shift: Int) -> PixelRect {
                PixelRect(
                    number("\(prefix)_X") >> shift, number("\(prefix)_Y") >> shift, number("\(prefix)_W") >> shift,
                    number("\(prefix)_H") >> shift)
            }
            let place = rect("CRTC", 0)
            return BoardCommit.Shown(
                id: id, plane: plane, picture: picture, source: rect("SRC", 16), place: place,
                visible: place.intersection(screen.bounds), alpha: values["alpha"] ?? 0xffff,
                zpos: Int(values["zpos"] ?? 0))
        }
        return found.sorted { ($0.zpos, $0.id) < ($1.zpos, $1.id) }
    }
}
