package import TerminalScreen

package struct KeyBinding: Sendable {
  /// The keys; the footer shows the first key.
  package let keys: [Key]
  package let command: Command
  package let contexts: Set<KeyContext>
  /// The word after the key in the footer, or nil if the footer omits the key.
  package let label: String?
  package let help: String

  /// The width of the longest key names, plus two spaces.
  static let namesWidth = 11

  /// The names of the keys, such as "Space s" or "Up k".
  package var keyNames: String { keys.map(\.name).joined(separator: " ") }
}

package enum KeyContext: CaseIterable, Sendable {
  case list, page, grid, menu
}

/// The table of all keys.
///
/// The footer, the help and the manual are generated from this table.
package enum KeyBindings {
  private static let screens: Set<KeyContext> = [.list, .page, .grid]
  private static let lists: Set<KeyContext> = [.list]
  private static let all: Set<KeyContext> = [.list, .page, .grid, .menu]

  /// The bindings, in the order in which the help lists them.
  package static let bindings: [KeyBinding] =
    [
      make(["up", "k"], .up, all, nil, "one line up"),
      make(["down", "j"], .down, all, nil, "one line down"),
      make(
        ["left", "h"], .left, [.list, .grid], nil,
        "the previous day; in the grid, the previous location"),
      make(
        ["right", "l"], .right, [.list, .grid], nil, "the next day; in the grid, the next location"),
      make(["pageUp"], .pageUp, all, nil, "one page up"),
      make(["pageDown"], .pageDown, all, nil, "one page down"),
      make(["home", "g"], .first, all, nil, "the first line"),
      make(["end", "G"], .last, all, nil, "the last line"),
      make([" ", "s"], .star, screens, "star", "star or unstar the talk"),
      make(["enter"], .open, all, "open", "open the selection; the page of a talk lists all keys"),
      make(["r"], .rate, screens, "rate", "rate the talk from 1 to 5; 0 removes the rating"),
      make(["/"], .find, screens, "search", "search as you type"),
      make(["f"], .facets, screens, "filter", "filter by track, location, language or speaker"),
      make(["v"], .grid, [.list, .page], "grid", "show the day as a grid of locations and times"),
      make(["v"], .list, [.grid], "list", "in the grid, go back to the list"),
      make(["u"], .undo, screens, "undo", "undo your last change"),
      make(
        ["escape"], .back, all, "back",
        "clear search and filters, go back, or go to the current time"),
      make(["?"], .help, screens, "keys", "show these keys"),
      make(["t"], .now, screens, nil, "go to the current time"),
      make(["m"], .maybe, screens, nil, "star the talk as a maybe"),
      make(["e"], .note, screens, nil, "write a note about the talk"),
      make(["n"], .findNext, lists, nil, "the next match"),
      make(["N"], .findPrevious, lists, nil, "the previous match"),
      make(
        ["tab"], .nextDay, [.list, .grid], nil, "the next day; after the last day, your agenda"),
      make(["backTab"], .previousDay, [.list, .grid], nil, "the previous day"),
      make(["a"], .agenda, screens, nil, "your agenda, with suggestions for free time"),
      make(["P"], .plan, screens, nil, "a plan without clashes, like konf plan"),
      make(["w"], .running, screens, nil, "other talks at the same time"),
      make(["p"], .people, screens, nil, "the speakers of the talk"),
      make(["x"], .hide, screens, nil, "hide the talk, its track or its location"),
      make(["X"], .showHidden, screens, nil, "show hidden talks"),
      make(["y"], .copy, screens, nil, "copy the id or the address of the talk"),
      make(["="], .showCommand, screens, nil, "show the konf command that prints this list"),
      make(["control-r"], .redo, screens, nil, "redo what you undid"),
      make(["U"], .undoVisit, screens, nil, "undo all changes since you started"),
      make(["c"], .showChanges, screens, nil, "show the changes made by another konf process"),
      make(["%"], .mouse, screens, nil, "turn the mouse on or off"),
      make(["q"], .quit, screens, nil, "leave"),
    ] + (1...9).map { make(["\($0)"], .day($0), [.list, .grid], nil, "day \($0)") }

  /// Returns the command of a key in the given context, or nil if the key has no command there.
  static func command(for key: Key, in context: KeyContext) -> Command? {
    bindings.first { $0.contexts.contains(context) && $0.keys.contains(key) }?.command
  }

  /// Returns the lines of a list of keys; all digits share one line.
  package static func described(
    _ bindings: [KeyBinding] = bindings
  ) -> [(keys: String, help: String)] {
    bindings.compactMap { binding in
      guard case .day(let number) = binding.command else { return (binding.keyNames, binding.help) }
      return number == 1 ? ("1–9", "the day with that number") : nil
    }
  }

  private static func make(
    _ names: [String], _ command: Command, _ contexts: Set<KeyContext>, _ label: String?,
    _ help: String
  ) -> KeyBinding {
    KeyBinding(
      keys: names.compactMap(Key.init(name:)), command: command, contexts: contexts, label: label,
      help: help)
  }
}

extension Key {
  private static let named: [(name: String, shown: String, key: Key)] = [
    ("up", "Up", .up), ("down", "Down", .down), ("left", "Left", .left), ("right", "Right", .right),
    ("pageUp", "PgUp", .pageUp), ("pageDown", "PgDn", .pageDown), ("home", "Home", .home),
    ("end", "End", .end), ("enter", "Enter", .enter), ("escape", "Esc", .escape),
    ("tab", "Tab", .tab), ("backTab", "Shift-Tab", .backTab), (" ", "Space", .character(" ")),
    ("control-r", "Ctrl-R", .control("r")),
  ]

  fileprivate init?(name: String) {
    if let found = Self.named.first(where: { $0.name == name }) {
      self = found.key
    } else if let character = name.first, name.count == 1 {
      self = .character(character)
    } else {
      return nil
    }
  }

  package var name: String {
    if let found = Self.named.first(where: { $0.key == self }) { return found.shown }
    return switch self {
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .alternate(let character): "Alt-\(character)"
    case .backspace: "Backspace"
    case .delete: "Delete"
    default: ""
    }
  }
}
