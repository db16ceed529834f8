/// What the command line asks for.
struct Options {
  enum Mode: Equatable {
    /// Times, and instructions if they were asked for.
    case measure
    /// Instructions alone, a line each.
    case count
    /// The memory of a million entities.
    case memory
    /// The growth of every operation whose complexity is documented.
    case complexity
    /// The names of the workloads.
    case list
    /// One workload, once, for a counter that watches from outside.
    case once(Workload.Contestant)
  }

  static let usage = """
    usage: ecs-bench [filter ...] [--json] [--instructions] [--n 1000,10000,...]
           ecs-bench [filter ...] --count [--keep folder]
           ecs-bench [filter ...] --complexity
           ecs-bench --memory | --list

    A filter is a part of the name of a workload, or all of one. Times are nanoseconds per
    operation: the median of eleven samples, the least, and the distance between the quartiles
    (in the table, per cent of the median); of the baselines, the median.
      --json          an array of objects instead of a table
      --instructions  count instructions, too, with valgrind, at 10,000 entities
      --n             the numbers of entities, instead of those of the workload
      --count         count instructions alone
      --keep          keep what callgrind wrote in this folder, for callgrind_annotate
      --complexity    what each documented operation costs at n and at 4n, in instructions if there
                      is valgrind; fails if one grows by more than its documentation says
      --memory        the memory of a million entities of three components
      --list          the names of the workloads
    """

  var mode = Mode.measure
  var filters: [String] = []
  var sizes: [Int]?
  var isJSON = false
  var countsInstructions = false
  var folder: String?

  /// Reads the arguments after the name of the program.
  ///
  /// - Throws: What is wrong with them.
  init(_ arguments: [String]) throws(OptionsError) {
    var rest = arguments[...]
    func value(of option: String) throws(OptionsError) -> String {
      guard let value = rest.popFirst() else { throw OptionsError("\(option): expected a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--instructions": countsInstructions = true
      case "--count": mode = .count
      case "--memory": mode = .memory
      case "--complexity": mode = .complexity
      case "--list": mode = .list
      case "--keep": folder = try value(of: argument)
      case "--n":
        let text = try value(of: argument)
        let numbers = text.split(separator: ",").map { Int($0) ?? 0 }
        guard !numbers.isEmpty, numbers.allSatisfy({ $0 >= 10 }) else {
          throw OptionsError("--n: found \"\(text)\"; expected numbers from 10, such as 1000,10000")
        }
        sizes = numbers
      case "--once":
        let text = try value(of: argument)
        guard let contestant = Workload.Contestant(rawValue: text) else {
          throw OptionsError("--once: found \"\(text)\"; expected library, existential or arrays")
        }
        mode = .once(contestant)
      default:
        guard !argument.hasPrefix("-") else {
          throw OptionsError("found \"\(argument)\"; expected an option as below\n\(Self.usage)")
        }
        filters.append(argument)
      }
    }
    if mode != .complexity, workloads.isEmpty {
      throw OptionsError(
        "found no workload of \"\(filters.joined(separator: " "))\"; --list names them all")
    }
  }

  /// The workloads that the filters leave; a filter that is a whole name means this one alone.
  var workloads: [Workload] {
    guard !filters.isEmpty else { return Workload.all }
    if case .once = mode {
      return (Workload.all + ComplexityCase.all.map(\.workload)).filter {
        filters.contains($0.name)
      }
    }
    return Workload.all.filter { workload in
      filters.contains { filter in
        workload.name == filter
          || workload.name.contains(filter) && !Workload.all.contains { $0.name == filter }
      }
    }
  }
}

/// What is wrong with a command line.
struct OptionsError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
