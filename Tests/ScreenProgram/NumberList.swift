import Basics
import TerminalScreen

/// A list of a hundred thousand numbers, and keys that end the process in every way there is.
struct NumberList: ScreenProgram {
  private var selected = 0
  private var keys = 0
  private var pasted = 0
  private var ticks = 0
  private var resumed = 0
  private var usesMouse = false

  mutating func handle(_ event: ScreenEvent) -> ScreenOutcome {
    switch event {
    case .key(let key, _): return handle(key)
    case .tick: ticks += 1
    case .resumed: resumed += 1
    case .resized, .outsideChange: break
    }
    return .goOn
  }

  private mutating func handle(_ key: Key) -> ScreenOutcome {
    keys += 1
    switch key {
    case .down, .character("j"): selected = min(selected + 1, 99_999)
    case .up: selected = max(selected - 1, 0)
    case .pageDown: selected = min(selected + 20, 99_999)
    case .paste(let text): pasted += text.utf8.count
    case .character("q"): return .end(status: 0)
    case .enter: return .end(status: 3)
    case .character("y"): return .copy("number \(selected)")
    case .character("%"):
      usesMouse.toggle()
      return .useMouse(usesMouse)
    case .click(let position): selected = position.row - 2
    case .character("T"): fatalError("a trap")
    case .character("O"): keys += Self.overflow(keys)
    case .character("A"): abort()
    default: break
    }
    return .goOn
  }

  @inline(never)
  private static func overflow(_ depth: Int) -> Int {
    var numbers = (depth, depth + 1, depth + 2, depth + 3)
    withUnsafeMutableBytes(of: &numbers) { $0[0] ^= 1 }
    return overflow(numbers.0 + 1) + numbers.3
  }

  func frame(_ size: ScreenSize) -> Frame {
    var frame = Frame(size: size)
    let first = selected / max(1, size.rows - 2) * max(1, size.rows - 2)
    for row in 2..<max(2, size.rows) {
      let number = first + row - 2
      let isSelected = number == selected
      frame.write(
        "\(isSelected ? ">" : " ") number \(number)", row: row, column: 0,
        style: CellStyle(bold: isSelected))
    }
    frame.write("keys \(keys) pasted \(pasted) resumed \(resumed)", row: 0, column: 0)
    frame.write("\(getpid()) \(getppid()) \(size.columns) \(size.rows)", row: 1, column: 0)
    frame.cursor = ScreenPosition(row: min(2 + selected - first, size.rows - 1), column: 0)
    return frame
  }

  func nextWakeUp(after now: Int64) -> Int64? { now - now % 60 + 60 }

  /// What was chosen.
  var choice: String { "number \(selected)\n" }
}
