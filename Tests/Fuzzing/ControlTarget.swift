// The control socket: bytes that arrive there, in any pieces, from several at once.

import Glibc
import Logging
import TestFolders

@testable import Bezel
@testable import Linux
@testable import Run
@testable import Stage

/// Plays the bytes as what four others do to a running kiosk's socket. What they send is as it stands there; a byte from 0x80 on
/// says, by its lowest two bits, who does the next thing, and by the others what that is:
///
///     0x80  sends what follows        0x84  takes what has come      0x88  says no more, and still listens
///     0x8C  hangs up                  0x90  the kiosk goes on        0x94  somebody touches the panel
///
/// Every other byte is sent as it is.
final class ControlTarget: FuzzTarget {
    static let name = "control"

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
            // It is let in.
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

    /// Everybody listens to the end. What they heard is whole, and somebody else is answered.
    private func end() throws {
        for peer in peers.values { peer.sayNoMore() }
        try kiosk.goOn {
            for peer in peers.values {
                peer.listen()
                // A recording ends when the one who takes it goes.
                if peer.isRecording { peer.hangUp() }
            }
            return peers.values.allSatisfy(\.isOver)
        }
        for peer in peers.values {
            try demand(peer.isOver, "the kiosk has not closed; it said \(peer.text)")
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
        try demand(friend.text.contains("\"done\":true"), "somebody else hears \(friend.text)")
        try friend.check()
        friend.hangUp()
        try kiosk.goOn { kiosk.server.count == 0 }
        try demand(kiosk.server.count == 0, "\(kiosk.server.count) are still there who have gone")
        kiosk.reset()
    }
}
