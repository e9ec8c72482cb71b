// What `import Bezel` brings: the rooms that an app works with.

@_exported public import Drawing
@_exported public import Geometry
@_exported public import Gestures
@_exported public import Layers
@_exported public import Pages
@_exported public import Stage

/// Which Bezel this is.
public enum BezelVersion {
    /// Such as `0.1.0`.
    public static let text = "0.1.0"
}
