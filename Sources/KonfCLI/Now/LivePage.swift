import CommandLine
package import TerminalScreen

/// A page that is updated each minute and whenever its data changes.
///
/// The last row lists the keys. `BrowserTerminal` shows the page.
package struct LivePage: ScreenProgram {
  private static let footer: Line = " q quit"

  /// Returns the lines for a number of columns and a time, in seconds since 1970.
  private let lines: (Int, Int64) -> [Line]
  private var size = ScreenSize(columns: 80, rows: 24)
  private var shown: [Line] = []
  /// The index of the first visible line.
  private var top = 0

  /// Creates a page.
  ///
  /// The lines are requested when the size is known.
  init(_ lines: @escaping (Int, Int64) -> [Line]) { self.lines = lines }

  package mutating func handle(_ event: ScreenEvent) -> ScreenOutcome {
    switch event {
    case .key(.character("q"), _), .key(.escape, _): return .end(status: 0)
    case .key(let key, _): scroll(key)
    case .resized(let size, let moment):
      self.size = size
      update(moment)
    case .tick(let moment), .resumed(let moment), .outsideChange(let moment): update(moment)
    }
    return .goOn
  }

  package func nextWakeUp(after now: Int64) -> Int64? { now.startOfNextMinute }

  private mutating func update(_ moment: Int64) {
    shown = lines(size.columns, moment)
    top = min(top, lastTop)
  }

  /// The number of rows that show lines.
  private var height: Int { max(size.rows - 1, 1) }
  private var lastTop: Int { max(0, shown.count - height) }

  private mutating func scroll(_ key: Key) {
    switch key {
    case .down, .wheelDown, .character("j"): top += 1
    case .up, .wheelUp, .character("k"): top -= 1
    case .pageDown, .character(" "): top += height
    case .pageUp: top -= height
    case .home: top = 0
    case .end: top = lastTop
    default: break
    }
    top = max(0, min(top, lastTop))
  }

  package mutating func frame(_ size: ScreenSize) -> Frame {
    var frame = Frame(size: size)
    for (row, line) in shown[top...].prefix(height).enumerated() {
      Self.write(line, row: row, &frame)
    }
    let below = shown.count - top - height
    let more: Line =
      below > 0 ? "  Down \(SafeText.counted(below, "more line", "more lines"))" : Line()
    if size.rows > 1 { Self.write("\(Self.footer)\(more)", row: size.rows - 1, &frame) }
    frame.cursor = ScreenPosition(row: size.rows - 1, column: 0)
    return frame
  }

  private static func write(_ line: Line, row: Int, _ frame: inout Frame) {
    var column = 0
    for span in line.spans {
      column += frame.write(span.text.string, row: row, column: column, style: span.style.cells)
    }
  }
}

extension Style {
  fileprivate var cells: CellStyle {
    switch self {
    case .plain, .time, .note, .picture: .plain
    case .strong, .rating, .error: CellStyle(bold: true)
    case .dim: CellStyle(dim: true)
    case .heading, .match: CellStyle(bold: true, underlined: true)
    }
  }
}
