// A graphics card: its connectors, its CRTCs, and who may set modes on it.

import CDRM
import Glibc

/// An open `/dev/dri/card…`. Closed with `close()`, by whoever opened it.
package final class Card {
    /// Such as `/dev/dri/card0`.
    package let path: String
    /// The kernel driver: `vc4`, `i915`, `virtio_gpu`.
    package let driver: String
    let fd: Int32
    /// KMS's numbers of its CRTCs; a CRTC's place here is its bit in every `possible_crtcs`.
    let crtcs: [UInt32]
    private let connectorIDs: [UInt32]
    private let giveBack: (Int32) -> Void

    /// Such as `card0`.
    package var sysname: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Opens the card at `path` through `seat`.
    package convenience init(path: String, seat: Seat) throws(SystemError) {
        let fd = try seat.openDevice(path)
        try self.init(path: path, fd: fd, giveBack: { [unowned seat] in seat.closeDevice($0) })
    }

    /// Takes over the open card `fd`; `giveBack` closes it, also when this throws because it cannot show anything.
    init(path: String, fd: Int32, giveBack: @escaping (Int32) -> Void) throws(SystemError) {
        self.path = path
        self.fd = fd
        self.giveBack = giveBack
        guard let resources = drmModeGetResources(fd), resources.pointee.count_crtcs > 0 else {
            giveBack(fd)
            throw SystemError(call: "drmModeGetResources", errno: ENODEV, subject: "\(path) has no display engine")
        }
        defer { drmModeFreeResources(resources) }
        crtcs = Array(UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs)))
        connectorIDs = Array(
            UnsafeBufferPointer(start: resources.pointee.connectors, count: Int(resources.pointee.count_connectors)))
        var name = "unknown"
        if let version = drmGetVersion(fd) {
            name = version.pointee.name.map { String(cString: $0) } ?? name
            drmFreeVersion(version)
        }
        driver = name
    }

    /// Opens the card at `path` without a seat, to look at it; says whether another process is its DRM master.
    static func openToLook(_ path: String) throws(SystemError) -> (card: Card, isHeld: Bool) {
        let fd = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK).release()
        // Whoever opens a card that nobody holds is its master, wanted or not.
        let isHeld = drmIsMaster(fd) == 0
        _ = drmDropMaster(fd)
        return (try Card(path: path, fd: fd) { Glibc.close($0) }, isHeld)
    }

    /// Its connectors; with `probe` the kernel looks at each plug anew.
    package func connectors(probe: Bool) -> [Connector] {
        // A plug that cannot be looked at is what it was when it could.
        connectorIDs.compactMap {
            (probe ? Connector(fd: fd, id: $0, probe: true) : nil) ?? Connector(fd: fd, id: $0, probe: false)
        }
    }

    /// Whether its device is still there.
    var isThere: Bool {
        guard let resources = drmModeGetResources(fd) else { return false }
        drmModeFreeResources(resources)
        return true
    }

    /// Makes this process the one that may set modes. A seat's provider has done that already; opened directly it works
    /// while nobody else is.
    func becomeMaster() throws(DisplayError) {
        if drmIsMaster(fd) != 0 { return }
        do throws(SystemError) {
            try SystemError.checkNegated("drmSetMaster", path) { drmSetMaster(fd) }
        } catch {
            let holders = MasterHolders.find(of: path)
            let who = holders.isEmpty ? "another process" : holders.joined(separator: " or ")
            let hint =
                holders.isEmpty ? "\"bezel devices\" as root says who; stop it, or run seatd" : "stop it, or run seatd"
            throw .busy("\(path): \(who) holds DRM master, so modes cannot be set (\(error.reason)); \(hint)")
        }
    }

    /// Lets another process set modes. Where a seat's provider does that, this does nothing.
    func dropMaster() { _ = drmDropMaster(fd) }

    /// The value of one of DRM_CAP_…; 0 when the driver does not know it.
    func capability(_ name: Int32) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(fd, UInt64(name), &value) == 0 ? value : 0
    }

    /// Closes the card.
    package func close() { giveBack(fd) }

    /// The folder of the cards' device nodes.
    package static let folder = "/dev/dri"

    /// The paths of the cards in `folder`, in order of their number. Throws when it is there but not to be read.
    package static func paths(in folder: String = folder) throws(SystemError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try SystemFiles.names(folder)
        } catch {
            if error.isAbsence { return [] }
            throw error
        }
        let numbers = names.filter { $0.hasPrefix("card") }.compactMap { Int($0.dropFirst(4)) }
        return numbers.sorted().map { "\(folder)/card\($0)" }
    }
}
