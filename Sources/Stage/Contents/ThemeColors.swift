// The colours of a theme as they are shown.

public import Layers

extension Theme {
    /// The background of a page.
    public var background: Color {
        get { colors.background }
        set { colors.background = newValue }
    }
    /// The colour of body text.
    public var text: Color {
        get { colors.text }
        set { colors.text = newValue }
    }
    /// The colour of less important text.
    public var secondaryText: Color {
        get { colors.secondaryText }
        set { colors.secondaryText = newValue }
    }
    /// The colour of things that can be tapped.
    public var accent: Color {
        get { colors.accent }
        set { colors.accent = newValue }
    }
    /// The colour of words about what is wrong.
    public var error: Color {
        get { colors.error }
        set { colors.error = newValue }
    }
    /// The colour of actions that take something away for good.
    public var destructive: Color {
        get { colors.destructive }
        set { colors.destructive = newValue }
    }
    /// The ground of cards and groups on a page.
    public var surface: Color {
        get { colors.surface }
        set { colors.surface = newValue }
    }
    /// The colour of symbols that say something: chevrons, the dots of a gallery, the track of a slider, the grabber of a sheet.
    public var mark: Color {
        get { colors.mark }
        set { colors.mark = newValue }
    }
    /// The colour of lines between rows.
    public var separator: Color {
        get { colors.separator }
        set { colors.separator = newValue }
    }
    /// The ground of buttons, segments and keys, and of a row under a finger.
    public var pressed: Color {
        get { colors.pressed }
        set { colors.pressed = newValue }
    }
    /// The colour shown in place of a picture that has not arrived.
    public var placeholder: Color {
        get { colors.placeholder }
        set { colors.placeholder = newValue }
    }
    /// The colour behind pages that do not fill the glass, such as the page behind a sheet.
    public var ground: Color {
        get { colors.ground }
        set { colors.ground = newValue }
    }
    /// The background of bars.
    public var bar: Color {
        get { colors.bar }
        set { colors.bar = newValue }
    }
    /// The colour of a bar's title.
    public var barText: Color {
        get { colors.barText }
        set { colors.barText = newValue }
    }
    /// The colour of the back button in a bar.
    public var barAccent: Color {
        get { colors.barAccent }
        set { colors.barAccent = newValue }
    }
}
