// The modules that `import Bezel` re-exports for an app.

@_exported public import Drawing
@_exported public import Geometry
@_exported public import Gestures
@_exported public import Interface
@_exported public import Layers
@_exported public import Observation
@_exported public import Stage
