// What other processes can do to this one.

import CLinux

/// The process that runs this code.
package enum ThisProcess {
    /// Keeps other processes of the same user from reading its memory and taking its files. What it starts is not kept so.
    package static func keepToItself() { _ = bezel_keep_to_itself() }
}
