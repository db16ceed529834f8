// Paints random frames and compares the screen of a terminal emulator with each of them. The screen
// must match for every way to measure characters.
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@Suite("A random script of frames is shown correctly by every terminal")
struct FrameScriptTests {
  /// A generator of frames that have much in common, like the frames of a program.
  private struct Script {
    var generator: SplitMix64
    var frame = Frame(size: ScreenSize(columns: 1, rows: 1))

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      .random(in: range, using: &generator)
    }

    mutating func resize() {
      // Large screens take long, and rarely find more than small ones.
      let isLarge = number(0...19) == 0
      let size = ScreenSize(
        columns: number(20...(isLarge ? 300 : 50)), rows: number(3...(isLarge ? 80 : 8)))
      frame = Frame(size: size, ellipsis: number(0...3) == 0 ? "..." : "…")
      for _ in 0..<size.rows { write() }
    }

    mutating func style() -> CellStyle {
      if number(0...2) == 0 { return .plain }
      return CellStyle(
        TerminalColor(rawValue: UInt8(number(0...30))),
        on: TerminalColor(rawValue: UInt8(number(0...60))), bold: number(0...2) == 0,
        dim: number(0...3) == 0, reverse: number(0...5) == 0, underlined: number(0...5) == 0)
    }

    mutating func write() {
      let size = frame.size
      let words = SampleTexts.words(number(1...4), using: &generator).joined(separator: " ")
      frame.write(
        words, row: number(0...size.rows - 1), column: number(-1...size.columns - 1),
        style: style(),
        width: number(0...2) == 0 ? number(0...12) : nil)
    }

    mutating func step() {
      let size = frame.size
      switch number(0...9) {
      case 0: frame = Frame(size: size)
      case 1:
        let row = number(0...size.rows - 1)
        frame.write(
          String(repeating: " ", count: size.columns), row: row, column: 0, style: style())
      case 2:
        let reverse = number(0...1) == 0
        frame.restyle(row: number(0...size.rows - 1), columns: 0..<size.columns) {
          $0.isReverse = reverse
        }
      case 3: break
      default: for _ in 0..<number(1...4) { write() }
      }
      frame.cursor = ScreenPosition(
        row: number(0...size.rows - 1), column: number(0...size.columns - 1))
    }
  }

  private static let count: UInt64 = BuiltProgram.isLong ? 10_000 : 200

  @Test("On a whole screen, with every way to count columns")
  func screen() {
    for seed in 0..<Self.count {
      var script = Script(generator: SplitMix64(seed: seed))
      script.resize()
      var painter = Painter(area: .screen, usesColor: true)
      let size = script.frame.size
      var screens = ScreenInterpreter.Widths.allCases.map {
        ScreenInterpreter(columns: size.columns, rows: size.rows, widths: $0)
      }
      for step in 0..<6 {
        if step > 0, script.number(0...7) == 0 {
          script.resize()
          let size = script.frame.size
          for place in screens.indices {
            screens[place].resize(columns: size.columns, rows: size.rows)
          }
          painter.forget()
        }
        script.step()
        let bytes = painter.bytes(for: script.frame)
        for place in screens.indices {
          screens[place].take(bytes)
          if let difference = screens[place].difference(from: script.frame) {
            Issue.record("seed \(seed), step \(step), terminal \(place): \(difference)")
            return
          }
        }
      }
    }
  }

  /// A part of a list with a header, a footer and text next to it.
  private struct ScrolledList {
    var script: Script
    let lines: [(text: String, style: CellStyle)]
    private var top = 20

    init(seed: UInt64) {
      var script = Script(generator: SplitMix64(seed: seed))
      lines = (0..<60).map { number in
        let words = SampleTexts.words(script.number(1...6), using: &script.generator)
        return (
          "\(number % 7 == 0 ? "" : "\(number) ")\(words.joined(separator: " "))", script.style()
        )
      }
      self.script = script
    }

    mutating func frame(_ size: ScreenSize) -> Frame {
      top = min(max(top + script.number(-5...5), 0), lines.count - size.rows)
      var frame = Frame(size: size)
      let isBeside = script.number(0...2) == 0 && size.columns > 60
      for row in 0..<size.rows {
        let (text, style) = lines[top + row]
        frame.write(text, row: row, column: 0, style: style, width: isBeside ? 45 : nil)
        if isBeside { frame.write("beside \(script.number(0...3))", row: row, column: 50) }
      }
      for row in [0, size.rows - 1] where script.number(0...1) == 0 {
        frame.write(
          String(repeating: "head ", count: size.columns / 5), row: row, column: 0,
          style: script.style())
      }
      frame.cursor.row = script.number(0...size.rows - 1)
      return frame
    }
  }

  @Test(
    "On a scrolling list",
    arguments: [Painter.Area.screen, .inline])
  func scrolling(area: Painter.Area) {
    var edits = 0
    for seed in 0..<Self.count / 4 {
      var list = ScrolledList(seed: 2_000_000 + seed)
      let size = ScreenSize(columns: list.script.number(20...100), rows: list.script.number(3...30))
      var painter = Painter(area: area, usesColor: true)
      var screens = ScreenInterpreter.Widths.allCases.map {
        ScreenInterpreter(columns: size.columns, rows: size.rows + 2, widths: $0)
      }
      let firstRow = area == .inline ? 1 : 0
      for place in screens.indices { screens[place].place(row: firstRow, column: 0) }
      for step in 0..<8 {
        let frame = list.frame(size)
        let bytes = painter.bytes(for: frame)
        for place in screens.indices {
          screens[place].take(bytes)
          if step == 0 { screens[place].leave("below", inRow: size.rows + 1) }
          if let difference = screens[place].difference(from: frame, firstRow: firstRow) {
            Issue.record("seed \(seed), step \(step), terminal \(place): \(difference)")
            return
          }
          #expect(screens[place].text(ofRow: size.rows + 1) == "below")
        }
      }
      edits += screens[0].lineEdits
    }
    #expect(edits > Int(Self.count), "lines are hardly ever moved")
  }

  @Test("Below a prompt, where nothing else is touched")
  func inline() {
    for seed in 0..<Self.count / 4 {
      var script = Script(generator: SplitMix64(seed: 1_000_000 + seed))
      script.resize()
      let size = script.frame.size
      var painter = Painter(area: .inline, usesColor: false)
      let first = script.number(0...5)
      var screen = ScreenInterpreter(columns: size.columns, rows: first + size.rows)
      screen.take("\(String(repeating: "prompt\r\n", count: first))".utf8)
      for step in 0..<5 {
        script.step()
        screen.take(painter.bytes(for: script.frame))
        var expected = script.frame
        for row in 0..<size.rows {
          expected.restyle(row: row, columns: 0..<size.columns) {
            $0.foreground = nil
            $0.background = nil
          }
        }
        let difference = screen.difference(from: expected, firstRow: first)
        if let difference { Issue.record("seed \(seed), step \(step): \(difference)") }
        #expect((0..<first).allSatisfy { screen.text(ofRow: $0) == "prompt" })
      }
      // The painter saved the position where its rows begin.
      screen.take("\u{1B}8\u{1B}[J".utf8)
      #expect((first..<first + size.rows).allSatisfy { screen.text(ofRow: $0).isEmpty })
      #expect(screen.cursor == ScreenPosition(row: first, column: 0))
    }
  }
}

extension ScreenInterpreter {
  /// Writes text like another program, and leaves the cursor in place.
  fileprivate mutating func leave(_ text: String, inRow row: Int) {
    let cursor = cursor
    place(row: row, column: 0)
    take(text.utf8)
    place(row: cursor.row, column: cursor.column)
  }
}
