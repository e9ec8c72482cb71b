// The version of Bezel.

/// The version of Bezel.
package enum BezelVersion {
    /// The version number, such as `0.1.0`.
    package static let text = "0.1.0"
}
