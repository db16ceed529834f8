import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@Suite("After each frame of a random script every terminal shows what it describes")
struct FrameScriptTests {
  /// Draws frames one after another that have much in common, as those of a program have.
  private struct Script {
    var generator: SplitMix64
    var frame = Frame(size: ScreenSize(columns: 1, rows: 1))

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      .random(in: range, using: &generator)
    }

    mutating func resize() {
      // Large screens take long, and show little that small ones do not.
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

  private static let count: UInt64 = BuiltProgram.isLong ? 10_000 : 400

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
      // The painter saved where its rows begin.
      screen.take("\u{1B}8\u{1B}[J".utf8)
      #expect((first..<first + size.rows).allSatisfy { screen.text(ofRow: $0).isEmpty })
      #expect(screen.cursor == ScreenPosition(row: first, column: 0))
    }
  }
}
