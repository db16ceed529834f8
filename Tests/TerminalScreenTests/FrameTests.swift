// Tests `Frame`: writing, cutting, overwriting and restyling. After any writes, no part of a wide
// character may be left alone.
import Basics
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@Suite("Writing to the cells of a frame")
struct FrameTests {
  private func frame(_ columns: Int, _ rows: Int = 1) -> Frame {
    Frame(size: ScreenSize(columns: columns, rows: rows))
  }

  @Test("A text uses its columns and leaves the others")
  func writes() {
    var frame = frame(12, 2)
    #expect(frame.write("会议 now", row: 1, column: 2, style: CellStyle(bold: true)) == 8)
    #expect(frame.text(ofRow: 0).isEmpty)
    #expect(frame.text(ofRow: 1) == "  会议 now")
    #expect(frame[1, 2].width == 2)
    #expect(frame[1, 3].width == 0)
    #expect(frame[1, 2].style.isBold && !frame[1, 1].style.isBold)
  }

  @Test(
    "A text that is too long is cut between characters",
    arguments: [
      ("Tightening", 10, "Tightening", 10), ("Tightening", 9, "Tighteni…", 9),
      ("会议会议", 6, "会议…", 5), ("会议", 1, "…", 1), ("e\u{301}a\u{308}o", 2, "e\u{301}…", 2),
      ("👩‍🚀👩‍🚀", 3, "👩‍🚀…", 3),
    ])
  func cuts(text: String, width: Int, shown: String, used: Int) {
    var frame = frame(20)
    #expect(frame.write(text, row: 0, column: 1, width: width) == used)
    #expect(frame.text(ofRow: 0).utf8.elementsEqual(" \(shown)".utf8))
  }

  @Test("The plain ellipsis is used if it is given, and omitted if it does not fit")
  func plainEllipsis() {
    var frame = Frame(size: ScreenSize(columns: 8, rows: 2), ellipsis: "...")
    frame.write("Tightening", row: 0, column: 0)
    frame.write("Tightening", row: 1, column: 0, width: 2)
    #expect(frame.text(ofRow: 0) == "Tight...")
    #expect(frame.text(ofRow: 1) == "Ti")
  }

  @Test("Control characters are never written")
  func controls() {
    for value in UInt32(0)...0x9F {
      guard value < 0x20 || value >= 0x7F, let scalar = Unicode.Scalar(value) else { continue }
      var frame = frame(20)
      frame.write("a\(Character(scalar))b", row: 0, column: 0)
      let text = frame.text(ofRow: 0)
      #expect(text == "a\\u{\(Hexadecimal.digits(of: value))}b")
    }
  }

  @Test("Text outside the frame is not written")
  func outside() {
    var frame = frame(5, 2)
    let empty = frame
    #expect(frame.write("a", row: -1, column: 0) == 0)
    #expect(frame.write("a", row: 2, column: 0) == 0)
    #expect(frame.write("a", row: 0, column: 5) == 0)
    #expect(frame.write("a", row: 0, column: -1) == 0)
    #expect(frame.write("a", row: 0, column: 0, width: 0) == 0)
    frame.restyle(row: 7, columns: 0..<5) { $0.isReverse = true }
    #expect(frame == empty)
  }

  @Test("A partially overwritten character becomes a space")
  func overwritten() {
    var frame = frame(6)
    frame.write("会议会", row: 0, column: 0)
    frame.write("xx", row: 0, column: 1)
    #expect(frame.text(ofRow: 0) == " xx 会")
    frame.write("议", row: 0, column: 3)
    #expect(frame.text(ofRow: 0) == " xx议")
  }

  @Test("Cells that look alike but differ in bytes are different")
  func bytesCount() {
    var composed = frame(3)
    var decomposed = composed
    composed.write("\u{E9}", row: 0, column: 0)
    decomposed.write("e\u{301}", row: 0, column: 0)
    #expect(composed != decomposed)
    #expect(composed[0, 0].width == decomposed[0, 0].width)
  }

  @Test("Each character of a text is in a cell with all of its bytes, however many")
  func characters() {
    var generator = SplitMix64(seed: 31)
    let samples = [
      "a", " ", "~", "\u{E9}", "e\u{301}", "\u{2013}", "\u{201E}", "会", "👩‍🚀", "👨‍👩‍👧‍👦", "🇧🇪",
      "1\u{FE0F}\u{20E3}",
      "y" + String(repeating: "\u{308}\u{323}", count: 9), "क्षि", "ש",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).reduce("") { text, _ in
        text + samples.oneElement(using: &generator)
      }
      var frame = frame(200)
      #expect(frame.write(text, row: 0, column: 0) == DisplayWidth.of(text))
      var column = 0
      for character in text {
        let cell = frame[0, column]
        #expect(Array(cell.text.utf8) == Array(String(character).utf8))
        #expect(cell.width == DisplayWidth.of(character))
        column += cell.width
      }
      #expect(frame[0, column] == .blank)
    }
  }

  @Test("Only a text with right-to-left letters is isolated")
  func isolation() {
    var frame = frame(20)
    frame.write("שלום 1", row: 0, column: 0)
    frame.write("hello", row: 0, column: 8)
    #expect((0..<20).filter { frame[0, $0].isIsolated } == Array(0..<6))
  }

  @Test("The spaces between columns and around a text are not isolated")
  func isolatedColumns() {
    var frame = frame(20)
    frame.write("  שלום ב   אולם 1 ", row: 0, column: 0)
    #expect((0..<20).filter { frame[0, $0].isIsolated } == Array(2..<8) + Array(11..<17))
    var screen = ScreenInterpreter(columns: 20, rows: frame.size.rows)
    var painter = Painter(area: .screen, usesColor: true)
    let bytes = painter.bytes(for: frame)
    screen.take(bytes)
    #expect(screen.difference(from: frame) == nil)
    #expect(String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{2068}" } == 2)
  }

  @Test("Restyled cells keep their characters")
  func restyled() {
    var frame = frame(6)
    frame.write("a会b", row: 0, column: 0)
    frame.restyle(row: 0, columns: 1..<9) { $0.isReverse = true }
    #expect(frame.text(ofRow: 0) == "a会b")
    #expect(
      (0..<6).map { frame[0, $0].style.isReverse } == [false] + Array(repeating: true, count: 5))
  }

  @Test("After any writes, the columns of each row add up, and no part of a character is alone")
  func randomWrites() {
    var generator = SplitMix64(seed: 30)
    for _ in 0..<2000 {
      let size = ScreenSize(
        columns: .random(in: 1...30, using: &generator), rows: .random(in: 1...3, using: &generator)
      )
      var frame = Frame(size: size)
      for _ in 0..<12 {
        var text = SampleTexts.words(2, using: &generator).joined(separator: " ")
        text.unicodeScalars.append(SampleTexts.hostile.oneElement(using: &generator))
        let used = frame.write(
          text, row: .random(in: -1...3, using: &generator),
          column: .random(in: -1...30, using: &generator),
          width: Bool.random(using: &generator) ? .random(in: 0...12, using: &generator) : nil)
        #expect(used <= DisplayWidth.of(text.visible))
      }
      for row in 0..<size.rows {
        var column = 0
        while column < size.columns {
          let width = frame[row, column].width
          #expect(width >= 1 && column + width <= size.columns)
          #expect((column + 1..<column + width).allSatisfy { frame[row, $0].width == 0 })
          column += max(width, 1)
        }
        // A joiner is invisible and harmless if the next letter was cut off.
        let joined = frame.text(ofRow: row).unicodeScalars.filter { $0 != "\u{200C}" }
        #expect(String(joined).firstHidden(allowingLines: false) == nil)
      }
    }
  }
}
