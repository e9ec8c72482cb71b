// A graphics card: its connectors, its CRTCs, and who may set modes on it.

import CDRM
import Glibc

/// An open `/dev/dri/card…`. Its opener closes it with `close()`.
package final class Card {
    /// Such as `/dev/dri/card0`.
    package let path: String
    /// The kernel driver: `vc4`, `i915`, `virtio_gpu`.
    package let driver: String
    let fd: Int32
    /// The ids of its CRTCs. A CRTC's index in this list is its bit in every `possible_crtcs`.
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

    /// Takes ownership of the open card `fd`, and closes it with `giveBack`, also if this throws because the card has no outputs.
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

    /// Opens the card at `path` without a seat, for inspection. `isHeld` tells whether another process is its DRM master.
    static func openToLook(_ path: String) throws(SystemError) -> (card: Card, isHeld: Bool) {
        let fd = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK).release()
        // Opening a card without a master makes the opener its master.
        let isHeld = drmIsMaster(fd) == 0
        _ = drmDropMaster(fd)
        return (try Card(path: path, fd: fd) { Glibc.close($0) }, isHeld)
    }

    /// Its connectors. With `probe` the kernel probes each of them.
    package func connectors(probe: Bool) -> [Connector] {
        // A connector that cannot be read keeps its last known state.
        connectorIDs.compactMap {
            (probe ? Connector(fd: fd, id: $0, probe: true) : nil) ?? Connector(fd: fd, id: $0, probe: false)
        }
    }

    /// Whether the device still exists.
    var isThere: Bool {
        guard let resources = drmModeGetResources(fd) else { return false }
        drmModeFreeResources(resources)
        return true
    }

    /// Makes this process DRM master. With a seat provider it already is. A directly opened card can be taken only while no other
    /// process is master.
    func becomeMaster() throws(DisplayError) {
        if drmIsMaster(fd) != 0 { return }
        do throws(SystemError) {
            try SystemError.checkNegated("drmSetMaster", path) { drmSetMaster(fd) }
        } catch {
            let holders = MasterHolders.find(of: path)
            let who = holders.isEmpty ? "another process" : holders.joined(separator: " or ")
            let hint =
                holders.isEmpty
                ? "run \"bezel devices\" as root to see which; stop it, or run seatd" : "stop it, or run seatd"
            throw .busy("\(path): \(who) holds DRM master, so modes cannot be set (\(error.reason)); \(hint)")
        }
    }

    /// Gives up DRM master. Has no effect when a seat provider manages it.
    func dropMaster() { _ = drmDropMaster(fd) }

    /// The value of a DRM_CAP_… capability; 0 if the driver does not know it.
    func capability(_ name: Int32) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(fd, UInt64(name), &value) == 0 ? value : 0
    }

    /// Closes the card.
    package func close() { giveBack(fd) }

    /// The folder of the cards' device nodes.
    package static let folder = "/dev/dri"

    /// The paths of the cards in `folder`, in order of their number. Throws if the folder exists but cannot be read.
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
