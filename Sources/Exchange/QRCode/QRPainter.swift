/// A painter for the modules of a QR code: fixed patterns and format information, then data.
struct QRPainter {
  private(set) var modules: [[Bool]]
  /// True for the modules of patterns and of format and version information; false for data.
  private var isFixed: [[Bool]]
  private let version: QRVersion

  /// Creates a painter and draws the function patterns of a version.
  init(_ version: QRVersion) {
    self.version = version
    modules = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
    isFixed = modules
    for place in 0..<version.size {
      set(6, place, place % 2 == 0)
      set(place, 6, place % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, version.size - 4), (version.size - 4, 3)] {
      drawFinder(around: row, column)
    }
    drawAlignment()
    drawFormat(.low, mask: 0)
    drawVersion()
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard modules.indices.contains(row), modules.indices.contains(column) else { return }
    modules[row][column] = isDark
    isFixed[row][column] = true
  }

  private mutating func drawFinder(around row: Int, _ column: Int) {
    for down in -4...4 {
      for right in -4...4 {
        let ring = max(abs(down), abs(right))
        set(row + down, column + right, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func drawAlignment() {
    let centers = version.alignment
    for row in centers {
      for column in centers {
        let edges = [row, column].map { $0 == 6 ? 0 : $0 == version.size - 7 ? 1 : 2 }
        // Three corners have finder patterns instead.
        if edges == [0, 0] || edges == [0, 1] || edges == [1, 0] { continue }
        for down in -2...2 {
          for right in -2...2 {
            set(row + down, column + right, max(abs(down), abs(right)) != 1)
          }
        }
      }
    }
  }

  /// Draws both copies of the format information.
  mutating func drawFormat(_ level: QRLevel, mask: Int) {
    let data = level.sign << 3 | mask
    let bits = (data << 10 | Self.remainder(of: data, by: 0x537, bits: 10)) ^ 0x5412
    func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    let last = version.size - 1
    for place in 0..<6 { set(place, 8, bit(place)) }
    set(7, 8, bit(6))
    set(8, 8, bit(7))
    set(8, 7, bit(8))
    for place in 9..<15 { set(8, 14 - place, bit(place)) }
    for place in 0..<8 { set(8, last - place, bit(place)) }
    for place in 8..<15 { set(last - 14 + place, 8, bit(place)) }
    set(last - 7, 8, true)
  }

  /// Draws both copies of the version information, for version 7 and above.
  private mutating func drawVersion() {
    if version.number < 7 { return }
    let number = version.number
    let bits = number << 12 | Self.remainder(of: number, by: 0x1F25, bits: 12)
    for place in 0..<18 {
      let isDark = bits >> place & 1 == 1
      let (far, near) = (version.size - 11 + place % 3, place / 3)
      set(far, near, isDark)
      set(near, far, isDark)
    }
  }

  private static func remainder(of value: Int, by divisor: Int, bits: Int) -> Int {
    var remainder = value
    for _ in 0..<bits { remainder = remainder << 1 ^ (remainder >> (bits - 1)) * divisor }
    return remainder
  }

  /// Draws the codewords in pairs of columns, from the lower right corner, alternately up and down.
  ///
  /// The mask inverts some modules.
  mutating func fill(with words: [UInt8], mask: Int) {
    var place = 0
    var isUpward = true
    // Column 6 is skipped, because it contains the vertical timing pattern.
    let pairs = Array(stride(from: version.size - 1, through: 8, by: -2)) + [5, 3, 1]
    for right in pairs {
      for step in 0..<version.size {
        let row = isUpward ? version.size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row][column] {
          let isDark =
            place < 8 * words.count && words[place / 8] >> UInt8(7 - place % 8) & 1 == 1
          modules[row][column] = isDark != Self.isInverted(row, column, mask: mask)
          place += 1
        }
      }
      isUpward.toggle()
    }
  }

  private static func isInverted(_ row: Int, _ column: Int, mask: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}

/// The penalty of a masked QR code.
///
/// A code with a high penalty is hard to scan.
enum QRPenalty {
  /// Returns the penalty for long runs, squares, finder-like patterns and an imbalance of colors.
  static func of(_ modules: [[Bool]]) -> Int {
    let columns = modules.indices.map { column in modules.map { $0[column] } }
    var penalty = (modules + columns).reduce(0) { $0 + ofLine($1) }
    for row in 1..<modules.count {
      for column in 1..<modules.count {
        let isDark = modules[row][column]
        if modules[row - 1][column] == isDark, modules[row][column - 1] == isDark,
          modules[row - 1][column - 1] == isDark
        {
          penalty += 3
        }
      }
    }
    let dark = modules.reduce(0) { $0 + $1.count { $0 } }
    let all = modules.count * modules.count
    return penalty + abs(20 * dark - 10 * all) / all * 10
  }

  private static func ofLine(_ line: [Bool]) -> Int {
    var penalty = 0
    // The lengths of alternating runs, starting with the light quiet zone.
    var runs = [QRCode.quietZone]
    var isDark = false
    for module in line {
      if module == isDark {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
        isDark = module
      }
    }
    if isDark { runs.append(QRCode.quietZone) } else { runs[runs.count - 1] += QRCode.quietZone }
    for (place, run) in runs.enumerated() {
      let isAtEdge = place == 0 || place == runs.count - 1
      let inside = isAtEdge ? run - QRCode.quietZone : run
      if inside >= 5 { penalty += inside - 2 }
      // The runs of a finder-like pattern have the lengths 1:1:3:1:1, with a light margin on one
      // side.
      guard place % 2 == 1, place >= 3, place + 3 < runs.count, run % 3 == 0 else { continue }
      let unit = run / 3
      let isFinder = [-2, -1, 1, 2].allSatisfy { runs[place + $0] == unit }
      if isFinder, runs[place - 3] >= 4 * unit { penalty += 40 }
      if isFinder, runs[place + 3] >= 4 * unit { penalty += 40 }
    }
    return penalty
  }
}
