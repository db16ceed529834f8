import Schedule
import TextBasics

/// The lines of a list at a width: which line has what.
struct ListLines {
  /// What a line shows.
  enum Line: Equatable {
    case heading(Int)
    case entry(section: Int, entry: Int, part: Int)
    case note(section: Int, entry: Int, note: Int)
    case present
  }

  private(set) var lines: [Line] = []
  /// The lines of each row, in the order of the rows.
  private(set) var rows: [Range<Int>] = []
  /// The line of the present, if it is in the list.
  private(set) var present: Int?

  init(_ sections: [ListSection], _ view: View) {
    let first = sections.firstNonNil(\.day)
    let last = sections.last { $0.day != nil }?.day
    let today = view.clocks.day(at: view.now)
    var isPresentDue = first.map { $0 <= today } ?? false && last.map { today <= $0 } ?? false
    func isLater(_ timing: Timing?) -> Bool {
      timing.map { view.now < $0.start ?? $0.last } ?? true
    }
    func markPresent() {
      present = lines.count
      lines.append(.present)
      isPresentDue = false
    }
    for (number, section) in sections.enumerated() {
      if isPresentDue, !lines.isEmpty, section.entries.first.map({ isLater($0.timing) }) ?? false {
        markPresent()
      }
      lines.append(.heading(number))
      for (position, entry) in section.entries.enumerated() {
        if isPresentDue, isLater(entry.timing) { markPresent() }
        let start = lines.count
        let parts = view.isNarrow && entry.row != nil ? 2 : 1
        for part in 0..<parts {
          lines.append(.entry(section: number, entry: position, part: part))
        }
        if entry.row != nil { rows.append(start..<lines.count) }
        for note in entry.notes.indices {
          lines.append(.note(section: number, entry: position, note: note))
        }
      }
    }
    if isPresentDue, !lines.isEmpty { markPresent() }
  }

  /// Whether the heading of what is seen first covers the line at the top, which is no heading itself,
  /// and has more of its section below it.
  func coversTop(_ top: Int) -> Bool {
    for line in lines[top...].prefix(2) {
      if case .heading = line { return false }
    }
    return top < lines.count
  }

  /// The section that a line belongs to.
  func section(of line: Int) -> Int {
    for line in lines[...line].reversed() {
      switch line {
      case .heading(let section): return section
      case .entry(let section, _, _), .note(let section, _, _): return section
      case .present: continue
      }
    }
    return 0
  }
}
