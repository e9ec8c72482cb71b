// What accessible elements are, by AT-SPI.

import Stage

/// A role of AT-SPI. The numbers are those of AtspiRole, as far as Bezel has such elements.
package enum AccessibleRole: UInt32, Hashable, Sendable {
    case alert = 2
    case dialog = 16
    case frame = 23
    case image = 27
    case label = 29
    case pageTab = 37
    case passwordText = 40
    case progressBar = 42
    case pushButton = 43
    case radioButton = 44
    case scrollPane = 49
    case slider = 51
    case spinButton = 52
    case tableCell = 56
    case toggleButton = 62
    case application = 75
    case entry = 79
    case heading = 83
    case link = 88
    case grouping = 99
    case notification = 101

    /// The role of a view that is `spoken` in words.
    init(_ spoken: Spoken) {
        self =
            switch spoken.role {
            case .text: .label
            case .heading: .heading
            case .button: .pushButton
            case .link: .link
            case .image: .image
            case .slider: .slider
            case .switching: .toggleButton
            case .progress: .progressBar
            case .textbox: spoken.editing?.isSecure == true ? .passwordText : .entry
            case .group: .grouping
            case .radio: .radioButton
            case .tab: .pageTab
            case .spinButton: .spinButton
            case .gridCell: .tableCell
            case .alertdialog: .alert
            case .dialog: .dialog
            case .status: .notification
            }
    }

    /// The name of the role, as in libatspi.
    var name: String {
        switch self {
        case .alert: "alert"
        case .dialog: "dialog"
        case .frame: "frame"
        case .image: "image"
        case .label: "label"
        case .pageTab: "page tab"
        case .passwordText: "password text"
        case .progressBar: "progress bar"
        case .pushButton: "push button"
        case .radioButton: "radio button"
        case .scrollPane: "scroll pane"
        case .slider: "slider"
        case .spinButton: "spin button"
        case .tableCell: "table cell"
        case .toggleButton: "toggle button"
        case .application: "application"
        case .entry: "entry"
        case .heading: "heading"
        case .link: "link"
        case .grouping: "grouping"
        case .notification: "notification"
        }
    }
}
