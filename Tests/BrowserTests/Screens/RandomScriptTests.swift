import Browser
import ECSKit
import Schedule
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// Properties that hold after any typing, pasting, resizing and changes by others.
@Suite("Random keys")
struct RandomScriptTests {
  private static let keys: [Key] =
    KeyBindings.bindings.flatMap(\.keys).filter { $0 != .character("q") }
    + "abcdeor 0123459".map { .character($0) }
    + [.backspace, .delete, .control("a"), .control("u"), .control("w"), .enter, .down, .down, .up]

  /// A size from 20×3 to 300×80; most are those of small terminals.
  private static func size(_ random: inout SplitMix64) -> ScreenSize {
    let isLarge = Int.random(in: 0..<10, using: &random) == 0
    return ScreenSize(
      columns: Int.random(in: 20...(isLarge ? 300 : 90), using: &random),
      rows: Int.random(in: 3...(isLarge ? 80 : 24), using: &random))
  }

  private static func event(_ random: inout SplitMix64, _ visit: Visit) -> ScreenEvent {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      return .resized(size(&random), at: visit.now)
    case 1: return .key(.paste("q pasted\ntext \u{1B}[31m 5 "), at: visit.now)
    case 2: return .tick(at: visit.now + Int64.random(in: 0...200, using: &random) * 60)
    case 3:
      visit.marks.news =
        Bool.random(using: &random)
        ? nil : BrowserNews(talks: ["t1", "t10002", "gone"], mine: 1)
      return .outsideChange(at: visit.now)
    case 4: return .resumed(at: visit.now)
    case 5:
      let position = ScreenPosition(
        row: Int.random(in: 0..<visit.size.rows, using: &random),
        column: Int.random(in: 0..<visit.size.columns, using: &random))
      return .key(
        [.click(position), .wheelUp, .wheelDown].oneElement(using: &random), at: visit.now)
    default: return .key(keys.oneElement(using: &random), at: visit.now)
    }
  }

  /// Which groups of scripts are run: 120 scripts in all, or `KONF_LONG` many.
  private static let seeds = 0..<UInt64(max(3, (Environment.number("KONF_LONG") ?? 0) / groupSize))
  private static let groupSize = 40

  /// Runs scripts of random events and looks at each frame.
  @Test(
    "a terminal shows each frame, the cursor is on the selection, and U undoes the changes",
    arguments: seeds)
  func scripts(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let conference = InventedConference(
      days: seed % 7 == 0 ? 0 : 2, rooms: 2, slots: 4, hostile: seed % 2 == 0, seed: seed)
    // Marks that were there before.
    let talks = conference.schedule.talksInOrder
    for talk in talks where Int.random(in: 0..<5, using: &random) == 0 {
      talk.set(Star(isMaybe: Bool.random(using: &random)))
    }
    for _ in 0..<Self.groupSize {
      let before = talks.map(RememberedMarks.Marks.init)
      let size = Self.size(&random)
      var visit = Visit(
        conference, columns: size.columns, rows: size.rows,
        signs: seed % 3 == 0 ? .plain : .unicode)
      var script: [ScreenEvent] = []
      var terminal = PaintedTerminal(size, ScreenInterpreter.Widths.allCases[Int(seed % 3)])
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        let event = Self.event(&random, visit)
        script.append(event)
        visit.follow(event)
        if let problem = visit.problem ?? terminal.problem(showing: visit.frame) {
          Issue.record("\(problem) after \(script), seed \(seed)")
          return
        }
      }
      visit.press(.escape, .escape, .escape, .escape)
      visit.type("U")
      guard talks.map(RememberedMarks.Marks.init) == before else {
        Issue.record("U did not restore what was there after \(script), seed \(seed)")
        return
      }
    }
  }

  @Test("equal states and equal timed keys result in equal frames", arguments: UInt64(1)...10)
  func equality(seed: UInt64) {
    var frames: [[Frame]] = []
    for _ in 0..<2 {
      var random = SplitMix64(seed: seed)
      var visit = Visit(InventedConference(rooms: 3, slots: 5, hostile: true, seed: seed))
      var seen: [Frame] = []
      for _ in 0..<40 {
        visit.follow(Self.event(&random, visit))
        seen.append(visit.frame)
      }
      frames.append(seen)
    }
    #expect(frames[0] == frames[1])
  }

  @Test("pasted text is never a command, however long it is")
  func paste() {
    var visit = Visit()
    let before = visit.frame
    visit.press(.paste(String(repeating: "q r5 x \n", count: 130_000)))
    #expect(visit.frame == before)
    #expect(visit.marks.log.isEmpty)
    visit.type("/")
    let typing = visit.frame
    visit.press(.paste(String(repeating: "x", count: 1_000_000)))
    #expect(visit.frame == typing)
    visit.press(.paste("risc\nq"))
    #expect(visit.rows.last?.hasPrefix("/risc q") == true)
    #expect(visit.outcome == .goOn)
  }
}

/// A terminal that gets the bytes from each frame to the next.
private struct PaintedTerminal {
  private var painter = Painter(area: .screen, usesColor: true)
  private var screen: ScreenInterpreter

  init(_ size: ScreenSize, _ widths: ScreenInterpreter.Widths) {
    screen = ScreenInterpreter(columns: size.columns, rows: size.rows, widths: widths)
  }

  /// How the terminal differs from a frame after its bytes; nil if it shows it.
  mutating func problem(showing frame: Frame) -> String? {
    if frame.size != ScreenSize(columns: screen.columns, rows: screen.rows) {
      screen.resize(columns: frame.size.columns, rows: frame.size.rows)
      painter.forget()
    }
    screen.take(painter.bytes(for: frame))
    return screen.difference(from: frame)
  }
}

extension Visit {
  /// Hands an event over, and keeps the moment and the size that it has.
  mutating func follow(_ event: ScreenEvent) {
    switch event {
    case .resized(let size, _): resize(size.columns, size.rows)
    case .tick(let moment): wait(minutes: (moment - now) / 60)
    case .key(let key, _): press(key)
    default: handle(event)
    }
  }

  /// What is wrong with the present frame; nil if nothing.
  var problem: String? {
    let frame = frame
    if frame.size != size { return "the frame has another size" }
    let row = frame.text(ofRow: frame.cursor.row)
    let isCaret = browser.isTyping
    if isCaret || browser.selectedTalk == nil { return nil }
    // A page is read line by line; lists and grids have a sign on what is selected.
    if browser.isReading { return nil }
    let cell = frame[frame.cursor.row, frame.cursor.column]
    guard cell.style.isReverse, row.contains(">") else {
      return "the cursor is not on the selection: \(row)"
    }
    return nil
  }
}
