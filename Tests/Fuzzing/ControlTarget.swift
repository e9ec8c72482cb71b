// The control socket: bytes that arrive there, in any pieces, from several at once.

import Glibc
import Logging
import TestFolders

@testable import Bezel
@testable import Linux
@testable import Run
@testable import Stage

/// Plays the bytes as the actions of four clients on a running kiosk's socket. A byte from 0x80 on selects, by its lowest two
/// bits, the client that acts next, and by its other bits what the client does:
///
///     0x80  sends what follows        0x84  reads what has come      0x88  sends no more, and still reads
///     0x8C  hangs up                  0x90  the kiosk goes on        0x94  a finger touches the panel
///
/// Every other byte is sent as it is.
@MainActor
final class ControlTarget: FuzzTarget {
    nonisolated static let name = "control"

    private let kiosk: FuzzedKiosk
    private var peers: [Int: FuzzedPeer] = [:]

    init() throws { kiosk = try FuzzedKiosk() }

    func take(_ bytes: [UInt8]) throws {
        var speaker = 0
        var rest = bytes[...]
        while let first = rest.first {
            let text = rest.prefix { !(0x80..<0x98).contains($0) }
            if !text.isEmpty {
                rest = rest.dropFirst(text.count)
                try send(text, as: speaker)
                continue
            }
            rest = rest.dropFirst()
            speaker = Int(first & 3)
            switch first & 0xFC {
            case 0x84: peers[speaker]?.listen()
            case 0x88: peers[speaker]?.sayNoMore()
            case 0x8C:
                peers[speaker]?.hangUp()
                peers[speaker] = nil
            case 0x90: try kiosk.goOn()
            case 0x94: kiosk.tap()
            default: break
            }
        }
        try end()
    }

    private func send(_ bytes: ArraySlice<UInt8>, as speaker: Int) throws {
        let peer: FuzzedPeer
        if let known = peers[speaker] {
            peer = known
        } else {
            peer = try FuzzedPeer(connectingTo: kiosk.socket)
            peers[speaker] = peer
            // Lets the kiosk accept the connection.
            try kiosk.goOn()
        }
        var rest = bytes
        for _ in 0..<64 where !rest.isEmpty {
            rest = rest.dropFirst(peer.send(rest))
            // The kernel's buffer is full, or the kiosk has closed.
            if !rest.isEmpty {
                try kiosk.goOn()
                peer.listen()
            }
        }
    }

    /// All clients read to the end. What they received is whole, and another client is answered.
    private func end() throws {
        for peer in peers.values { peer.sayNoMore() }
        try kiosk.goOn {
            for peer in peers.values {
                peer.listen()
                // A recording ends when its client hangs up.
                if peer.isRecording { peer.hangUp() }
            }
            return peers.values.allSatisfy(\.isOver)
        }
        for peer in peers.values {
            try demand(peer.isOver, "the kiosk has not closed; it sent \(peer.text)")
            try peer.check()
        }
        peers = [:]
        let friend = try FuzzedPeer(connectingTo: kiosk.socket)
        _ = friend.send(Array("{\"bezel\":1,\"command\":\"status\",\"json\":true}\n".utf8)[...])
        friend.sayNoMore()
        try kiosk.goOn {
            friend.listen()
            return friend.isOver
        }
        try demand(friend.text.contains("\"done\":true"), "another client got \(friend.text)")
        try friend.check()
        friend.hangUp()
        try kiosk.goOn { kiosk.server.count == 0 }
        try demand(kiosk.server.count == 0, "\(kiosk.server.count) connections are left that were closed")
        kiosk.reset()
    }
}
