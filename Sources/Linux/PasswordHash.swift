// A PIN stored as a hash, so that a reader of the file does not learn it.

import CLinux
import Glibc

/// The scrypt hash (RFC 7914) of a PIN or password in the format of crypt(5): `$7$`, the cost, the salt, and the hash.
package struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    /// The hash as text, in the format of crypt(5).
    package let description: String

    /// The work per attempt, as crypt(5)'s logarithmic cost: 7 takes 64 MB and some tenths of a second.
    package static let cost: UInt = 7
    private static let prefix = "$7$"

    /// Parses `text`; nil if it is not an scrypt hash.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        // An empty part, 7, the parameters with the salt, and 256 bits in characters of 6 bits each.
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "7", parts[3].utf8.count == 43, parts[2].utf8.count >= 11,
            text.utf8.count < 200, parts[2...].joined().utf8.allSatisfy(Self.isLetter)
        else { return nil }
        description = text
    }

    /// Hashes `password` with a new salt of `random` bytes, at least 16. Throws if the system's libcrypt does not support scrypt.
    package init(of password: String, random: [UInt8], cost: UInt = PasswordHash.cost) throws(SystemError) {
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        let salt = random.map { CChar(bitPattern: $0) }
        guard
            crypt_gensalt_rn(
                Self.prefix, cost, salt, Int32(salt.count), &setting, Int32(setting.count)) != nil
        else {
            let code = errno
            throw SystemError(call: "crypt_gensalt", errno: code, subject: "scrypt")
        }
        let bytes = setting.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        description = try Self.crypt(password, String(decoding: bytes, as: UTF8.self))
    }

    /// Whether `password` has this hash. Takes as much time and memory as the cost demands. Throws if there is not enough memory.
    package func matches(_ password: String) throws(SystemError) -> Bool {
        let other = try Self.crypt(password, description)
        // Compare all bytes, so that the time does not reveal where they differ.
        let difference = zip(description.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && description.utf8.count == other.utf8.count
    }

    private static func crypt(_ password: String, _ setting: String) throws(SystemError) -> String {
        let data = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<crypt_data>.size, alignment: MemoryLayout<crypt_data>.alignment)
        data.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<crypt_data>.size)
        defer {
            // crypt_data contains a copy of the password.
            explicit_bzero(data, MemoryLayout<crypt_data>.size)
            data.deallocate()
        }
        guard let hash = crypt_rn(password, setting, data, Int32(MemoryLayout<crypt_data>.size)) else {
            let code = errno
            throw SystemError(call: "crypt", errno: code, subject: "scrypt")
        }
        return String(cString: hash)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
