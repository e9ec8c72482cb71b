// The user of this process, and the device nodes that it may open.

import CLinux
import Glibc

/// A user of this machine.
package struct Account: Hashable, Sendable {
    /// The name, or the id if there is no name.
    package var name: String
    /// The user id; 0 is root.
    package var number: Int
    /// The groups of this process.
    package var groups: [String]
    /// The user's groups in the system's database. A session that began before a group was added does not have it.
    package var listed: [String]

    /// An account with the given properties.
    package init(name: String, number: Int, groups: [String], listed: [String]) {
        self.name = name
        self.number = number
        self.groups = groups
        self.listed = listed
    }

    /// Whether the user is root and has all permissions.
    package var isRoot: Bool { number == 0 }

    /// The account of this process.
    package static func ofThisProcess() -> Account {
        let user = geteuid()
        let entry = getpwuid(user)
        let name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
        var numbers = [gid_t](repeating: 0, count: 1024)
        let count = Int(max(0, getgroups(Int32(numbers.count), &numbers)))
        let own = Set(numbers.prefix(count)).union([getegid()])
        var listed: [gid_t] = []
        if let entry {
            var length = Int32(numbers.count)
            let primary = entry.pointee.pw_gid
            if getgrouplist(name, primary, &numbers, &length) >= 0 { listed = Array(numbers.prefix(Int(length))) }
        }
        return Account(
            name: name, number: Int(user), groups: own.sorted().map(groupName), listed: listed.sorted().map(groupName))
    }

    /// The name of the group `number`, or the number if it has no name.
    static func groupName(_ number: gid_t) -> String {
        getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? "\(number)"
    }
}

/// A device node, and whether this process may read and write it.
package struct NodeAccess: Hashable, Sendable {
    /// Such as `/dev/dri/card0`.
    package var path: String
    /// The group that owns it.
    package var group: String
    /// Whether this process may read and write it.
    package var isAllowed: Bool

    /// A node with the given properties.
    package init(path: String, group: String, isAllowed: Bool) {
        self.path = path
        self.group = group
        self.isAllowed = isAllowed
    }

    /// The node at `path`; nil if it does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(
            path: path, group: Account.groupName(status.st_gid), isAllowed: access(path, R_OK | W_OK) == 0)
    }
}
