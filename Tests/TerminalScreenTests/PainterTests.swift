import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@Suite("The bytes of a painted frame")
struct PainterTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("An unchanged frame takes no bytes, and a moved cursor only its movement")
  func nothingChanged() {
    var frame = Frame(size: ScreenSize(columns: 20, rows: 4))
    frame.write("Space star", row: 3, column: 1, style: CellStyle(bold: true))
    frame.write("  ", row: 0, column: 0)
    var painter = Painter(area: .screen, usesColor: true)
    _ = painter.bytes(for: frame)
    frame.write("  ", row: 0, column: 0, style: CellStyle(.red, bold: true))
    #expect(painter.bytes(for: frame).isEmpty)
    frame.cursor = ScreenPosition(row: 2, column: 3)
    #expect(text(painter.bytes(for: frame)) == "\u{1B}[3;4H")
    painter.forget()
    #expect(text(painter.bytes(for: frame)).contains("\u{1B}[2J"))
  }

  @Test("Only differences are written, in one update")
  func difference() {
    var frame = Frame(size: ScreenSize(columns: 30, rows: 2))
    frame.write("10:45 Using AI hardware", row: 0, column: 0)
    var painter = Painter(area: .screen, usesColor: true)
    _ = painter.bytes(for: frame)
    frame.write("10:46", row: 0, column: 0, style: CellStyle(.cyan))
    #expect(
      text(painter.bytes(for: frame))
        == "\u{1B}[?2026h\u{1B}[36m10:46\u{1B}[m\r\u{1B}[?2026l")
    frame = Frame(size: frame.size)
    #expect(text(painter.bytes(for: frame)) == "\u{1B}[?2026h\u{1B}[K\u{1B}[?2026l")
  }

  @Test("A column of changing numbers takes a few bytes for each")
  func column() {
    var frame = Frame(size: ScreenSize(columns: 60, rows: 30))
    for row in 0..<30 { frame.write("in \(row + 10)", row: row, column: 40) }
    var painter = Painter(area: .screen, usesColor: true)
    var screen = ScreenInterpreter(columns: 60, rows: 30)
    screen.take(painter.bytes(for: frame))
    for row in 0..<30 { frame.write("in \(row + 9)", row: row, column: 40) }
    let bytes = painter.bytes(for: frame)
    #expect(bytes.count < 170)
    screen.take(bytes)
    #expect(screen.difference(from: frame) == nil)
  }

  /// The first row of a scrolled list often shows a little more than it did further below.
  @Test("A scrolled row that changes in a few cells is moved too", arguments: [-2, 2])
  func scrolledWithAChange(lines: Int) {
    let size = ScreenSize(columns: 80, rows: 8)
    let edge = lines > 0 ? 0 : size.rows - 1
    let letters = Array("abcdefghijkl")
    var frames = [2, 2 + lines].map { first in
      var frame = Frame(size: size)
      for row in 0..<size.rows {
        frame.write(String(repeating: letters[first + row], count: 60), row: row, column: 8)
      }
      return frame
    }
    frames[1].write("5 min", row: edge, column: 0)
    var painter = Painter(area: .screen, usesColor: true)
    var screen = ScreenInterpreter(columns: size.columns, rows: size.rows)
    screen.take(painter.bytes(for: frames[0]))
    let bytes = painter.bytes(for: frames[1])
    #expect(!text(bytes).contains(String(repeating: letters[2 + lines + edge], count: 4)))
    screen.take(bytes)
    #expect(screen.difference(from: frames[1]) == nil)
  }

  @Test("The cursor is moved again after non-ASCII text, and spaces are written below an emoji")
  func placedAnew() {
    var frame = Frame(size: ScreenSize(columns: 20, rows: 1))
    frame.write("a会议b🎤c", row: 0, column: 0)
    var painter = Painter(area: .screen, usesColor: true)
    let bytes = text(painter.bytes(for: frame))
    #expect(bytes.contains("a会议\u{1B}[6Gb  \u{1B}[7G🎤\u{1B}[9Gc"))
  }

  @Test("Without colour, only the colours are missing")
  func withoutColor() {
    var frame = Frame(size: ScreenSize(columns: 20, rows: 1))
    frame.write("now", row: 0, column: 0, style: CellStyle(.red, on: .white, bold: true))
    frame.write("then", row: 0, column: 4, style: CellStyle(.brightRed))
    var painter = Painter(area: .screen, usesColor: false)
    #expect(text(painter.bytes(for: frame)).contains("\u{1B}[1mnow \u{1B}[mthen\r"))
  }

  /// Checks every pair of different styles.
  @Test("Each change of style writes the required sequences")
  func styles() {
    var styles: [CellStyle] = []
    for bits in 0..<16 {
      for color in [nil, TerminalColor.red, .brightCyan] {
        for background in [nil, TerminalColor.black, .brightWhite] {
          styles.append(
            CellStyle(
              color, on: background, bold: bits & 1 != 0, dim: bits & 2 != 0,
              reverse: bits & 4 != 0, underlined: bits & 8 != 0))
        }
      }
    }
    var frame = Frame(size: ScreenSize(columns: 2, rows: 1))
    for first in styles {
      for second in styles {
        frame.write("a", row: 0, column: 0, style: first)
        frame.write("b", row: 0, column: 1, style: second)
        var painter = Painter(area: .screen, usesColor: true)
        var screen = ScreenInterpreter(columns: 2, rows: 1)
        screen.take(painter.bytes(for: frame))
        if let difference = screen.difference(from: frame) { Issue.record("\(difference)") }
      }
    }
  }

  @Test("A list of talks stays within its byte budget", arguments: [(40, 12), (80, 24), (300, 80)])
  func bytes(columns: Int, rows: Int) {
    let size = ScreenSize(columns: columns, rows: rows)
    let budget = [40: (1500, 1000), 80: (5000, 3000), 300: (60000, 30000)][columns] ?? (0, 0)
    var painter = Painter(area: .screen, usesColor: true)
    #expect(painter.bytes(for: TalkList(first: 0, selected: 2).frame(size)).count <= budget.0)
    #expect(painter.bytes(for: TalkList(first: 0, selected: 3).frame(size)).count <= 400)
    #expect(
      painter.bytes(for: TalkList(first: rows, selected: rows + 3).frame(size)).count <= budget.1)
  }
}

/// The rows of a list, like the rows of a schedule.
private struct TalkList {
  let first: Int
  let selected: Int

  func frame(_ size: ScreenSize) -> Frame {
    var frame = Frame(size: size)
    for row in 0..<size.rows {
      let number = first + row
      let time = CellStyle(.cyan)
      frame.write("\(10 + number % 10):\(10 + number % 50)", row: row, column: 4, style: time)
      frame.write(
        "Talk number \(number * 7919) about hardware in the field – and what café owners think",
        row: row, column: 12, style: CellStyle(bold: true), width: size.columns - 30)
      frame.write("H.\(1300 + number % 40)", row: row, column: size.columns - 8)
      if number == selected {
        frame.write(">", row: row, column: 1)
        frame.restyle(row: row, columns: 0..<min(size.columns, 100)) { $0.isReverse = true }
        frame.cursor = ScreenPosition(row: row, column: 1)
      }
    }
    return frame
  }
}
