/// How the cost of an operation is documented to grow with one variable.
enum Growth: String {
  case constant = "1"
  case logarithmic = "log n"
  /// With a move in memory, which is linear and small.
  case logarithmicWithMove = "log n + m"
  case linear = "n"
  case linearithmic = "n log n"

  /// The most by which four times the size may cost more.
  ///
  /// There is some room above the pure class, for tables that are filled differently and for the
  /// logarithm of small numbers.
  var limit: Double {
    switch self {
    case .constant: 1.3
    case .logarithmic: 1.5
    case .logarithmicWithMove: 3
    case .linear: 4.6
    case .linearithmic: 6
    }
  }
}

/// A documented complexity of the library, with the work that shows it.
struct ComplexityCase: Sendable {
  let growth: Growth
  /// What grows: the letter of the documentation.
  let variable: String
  /// The operation as a workload; its sizes are *n* and 4 *n*.
  let workload: Workload

  /// - Parameters:
  ///   - operation: The name of the operation, and in which case.
  ///   - growth: What its documentation says.
  ///   - variable: What grows.
  ///   - size: The smaller size.
  ///   - trial: The work at a size.
  init(
    _ operation: String, _ growth: Growth, in variable: String, from size: Int,
    trial: @escaping @Sendable (Int) -> Trial
  ) {
    self.growth = growth
    self.variable = variable
    workload = Workload(
      "\(operation) (\(variable))", sizes: [size, 4 * size], library: trial)
  }

  /// Every documented complexity, in the order of the table.
  static let all: [ComplexityCase] =
    ofEntities + ofContexts + ofChangeSets + ofObservers + ofGroups + ofLists + ofIndices
    + ofCollectors
    + ofDetached + ofStores + ofManySubjects + ofProgrammes
}

/// The work of all cases at both sizes, and what it grows by.
enum ComplexityReport {
  /// Prints a line for each case.
  ///
  /// Instructions are counted if there is a counter. Otherwise times are measured, and twice the
  /// growth is allowed.
  ///
  /// - Parameter filters: Parts of names; none stand for all.
  /// - Returns: How many cases grow by more than is documented.
  static func run(_ filters: [String]) -> Int {
    let counts = Instructions.areCountable
    print(line("operation", ["class", counts ? "instructions" : "ns", "at 4n", "ratio", "limit"]))
    var failures = 0
    for complexity in ComplexityCase.all {
      let workload = complexity.workload
      guard filters.isEmpty || filters.contains(where: workload.name.contains) else { continue }
      let costs = workload.sizes.map { size in
        counts
          ? Instructions.perOperation(of: workload, size: size) ?? .nan
          : Measurement.interleaved([workload.library(size)])[0].min
      }
      let ratio = costs[1] / costs[0]
      let limit = complexity.growth.limit * (counts ? 1 : 2)
      let isWithin = ratio <= limit
      if !isWithin { failures += 1 }
      print(
        line(
          workload.name,
          [complexity.growth.rawValue] + costs.map(Report.text)
            + [Report.text(ratio), Report.text(limit) + (isWithin ? "" : " OVER")]))
    }
    return failures
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name + String(repeating: " ", count: max(1, 46 - name.count))
      + cells.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
  }
}
