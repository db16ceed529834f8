import Basics
import Schedule

/// The layout of a list: the content of each line at a given width.
struct ListLines {
  enum Line: Equatable {
    case heading(Int)
    case entry(section: Int, entry: Int, part: Int)
    case note(section: Int, entry: Int, note: Int, part: Int)
    case present
  }

  private(set) var lines: [Line] = []
  /// The line numbers of each row, in the order of the rows.
  private(set) var rows: [Range<Int>] = []
  /// The line that marks the current time, or nil if the list does not cover that time.
  private(set) var present: Int?

  /// Creates the layout of a list from the number of lines of each row.
  ///
  /// Notes wrap to `noteWidth` columns.
  init(_ sections: [ListSection], _ heights: [Int], noteWidth: Int, _ view: View) {
    let first = sections.firstNonNil(\.day)
    let last = sections.last { $0.day != nil }?.day
    let today = view.clocks.day(at: view.now)
    var isPresentDue = first.map { $0 <= today } ?? false && last.map { today <= $0 } ?? false
    func isLater(_ entry: ListEntry) -> Bool {
      if case .lasting(let day, _) = entry.subject { return today < day }
      return entry.timing.map { view.now < $0.start ?? $0.last } ?? true
    }
    func markPresent() {
      present = lines.count
      lines.append(.present)
      isPresentDue = false
    }
    for (number, section) in sections.enumerated() {
      if isPresentDue, !lines.isEmpty, section.entries.first.map(isLater) ?? false {
        markPresent()
      }
      if !section.heading.isEmpty { lines.append(.heading(number)) }
      for (position, entry) in section.entries.enumerated() {
        if isPresentDue, isLater(entry) { markPresent() }
        let start = lines.count
        let parts = entry.row == nil ? 1 : heights[rows.count]
        for part in 0..<parts {
          lines.append(.entry(section: number, entry: position, part: part))
        }
        if entry.row != nil { rows.append(start..<lines.count) }
        for (note, text) in entry.notes.enumerated() {
          for part in Self.lines(ofNote: text, to: noteWidth).indices {
            lines.append(.note(section: number, entry: position, note: note, part: part))
          }
        }
      }
    }
    if isPresentDue, !lines.isEmpty { markPresent() }
  }

  /// Returns the lines of a note; the lines after the first are indented.
  static func lines(ofNote note: String, to width: Int) -> [String] {
    if DisplayWidth.of(note) <= width { return [note] }
    return note.wrapped(to: max(1, width - 2)).enumerated().map { number, line in
      number == 0 ? line : "  \(line)"
    }
  }

  /// Returns true if a section's heading covers the top line.
  ///
  /// The heading covers nothing if the top line or the next line is itself a heading.
  func coversTop(_ top: Int) -> Bool {
    for line in lines[top...].prefix(2) {
      if case .heading = line { return false }
    }
    return top < lines.count
  }

  func section(of line: Int) -> Int {
    for line in lines[...line].reversed() {
      switch line {
      case .heading(let section): return section
      case .entry(let section, _, _), .note(let section, _, _, _): return section
      case .present: continue
      }
    }
    return 0
  }
}
