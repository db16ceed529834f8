/// A row of the results.
struct Row {
  let name: String
  let size: Int
  let library: Measurement
  let existential: Measurement?
  let arrays: Measurement?
  let instructions: Double?
}

/// The results as a table, or as JSON; a row appears as soon as it is known.
struct Report {
  private let isJSON: Bool
  private var isEmpty = true

  private static let header = [
    "n", "median", "min", "spread", "instructions", "existential", "arrays",
  ]

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  mutating func add(_ row: Row) {
    if isJSON {
      print(isEmpty ? "[" : ",", terminator: "\n")
      print(Self.json(row), terminator: "")
    } else {
      if isEmpty { print(Self.line("workload", Self.header)) }
      let spread = row.library.spread / row.library.median * 100
      print(
        Self.line(
          row.name,
          [
            "\(row.size)", Self.text(row.library.median), Self.text(row.library.min),
            "\(Self.text(spread))%", Self.text(row.instructions),
            Self.text(row.existential?.median), Self.text(row.arrays?.median),
          ]))
    }
    isEmpty = false
  }

  func finish() {
    if isJSON { print(isEmpty ? "[]" : "\n]") }
  }

  private static func json(_ row: Row) -> String {
    func number(_ value: Double?) -> String { value.map { "\(rounded($0, 1_000))" } ?? "null" }
    return """
        {"name": "\(row.name)", "n": \(row.size), "median": \(number(row.library.median)), \
      "min": \(number(row.library.min)), "spread": \(number(row.library.spread)), \
      "instructions": \(number(row.instructions)), \
      "existential": \(number(row.existential?.median)), "arrays": \(number(row.arrays?.median))}
      """
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name + String(repeating: " ", count: max(1, 18 - name.count))
      + cells.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
  }

  /// Three digits that count, or all before the point.
  static func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    return switch value {
    case ..<10: "\(rounded(value, 100))"
    case ..<100: "\(rounded(value, 10))"
    default: "\(Int(value.rounded()))"
    }
  }

  private static func rounded(_ value: Double, _ parts: Double) -> Double {
    (value * parts).rounded() / parts
  }
}
