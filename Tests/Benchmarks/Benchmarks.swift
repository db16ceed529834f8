/// Times the library at the workloads that entity component systems are compared by.
@main
struct Benchmarks {
  static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      Shell.fail(error.description)
    }
  }

  private static func run(_ options: Options) {
    switch options.mode {
    case .measure: measure(options)
    case .count: count(options)
    case .memory: memory()
    case .complexity:
      let failures = ComplexityReport.run(options.filters)
      if failures > 0 { Shell.fail("\(failures) cases grow by more than is documented") }
    case .list: for workload in options.workloads { print(workload.name) }
    case .once(let contestant): runOnce(contestant, options)
    }
  }

  private static func measure(_ options: Options) {
    if options.countsInstructions, !Instructions.areCountable {
      Shell.fail("--instructions: found no valgrind; expected it in the search path")
    }
    var report = Report(isJSON: options.isJSON)
    for workload in options.workloads {
      let sizes = workload.sizes.count == 1 ? workload.sizes : options.sizes ?? workload.sizes
      for size in sizes {
        let counts = options.countsInstructions && size == workload.countedSize
        let measured = measurements(of: workload, size)
        guard let library = measured[.library] else { continue }
        report.add(
          Row(
            name: workload.name, size: size, library: library,
            existential: measured[.existential], arrays: measured[.arrays],
            instructions: counts ? instructions(workload, keptIn: nil) : nil))
      }
    }
    report.finish()
  }

  /// Measures the library and its baselines in turn; all have to come to the same outcome.
  private static func measurements(
    of workload: Workload, _ size: Int
  ) -> [Workload.Contestant: Measurement] {
    let trials = Workload.Contestant.allCases.compactMap { contestant in
      (contestant != .existential || size <= workload.existentialLimit)
        ? workload.trial(of: contestant, size: size).map { (contestant, $0) } : nil
    }
    let measured = Measurement.interleaved(trials.map(\.1))
    for ((contestant, _), measurement) in zip(trials, measured)
    where measurement.outcome != measured[0].outcome {
      Shell.fail(
        "\(workload.name): found \(measurement.outcome) by \(contestant.rawValue); expected"
          + " \(measured[0].outcome) as by the library")
    }
    return Dictionary(uniqueKeysWithValues: zip(trials.map(\.0), measured))
  }

  private static func instructions(_ workload: Workload, keptIn folder: String?) -> Double {
    guard let count = Instructions.perOperation(of: workload, keptIn: folder) else {
      Shell.fail("\(workload.name): found no instructions; expected a report by callgrind")
    }
    return count
  }

  private static func count(_ options: Options) {
    guard Instructions.areCountable else {
      Shell.fail("--count: found no valgrind; expected it in the search path")
    }
    for workload in options.workloads {
      print(workload.name, Report.text(instructions(workload, keptIn: options.folder)))
    }
  }

  /// Prints what a million entities take, each way in a process of its own.
  private static func memory() {
    for contestant in Workload.Contestant.allCases {
      let command = "\(Shell.ownName) w1_create --n 1000000 --once \(contestant.rawValue)"
      guard let answer = Shell.lines(of: command)?.first?.split(separator: " ").first,
        let bytes = Double(answer)
      else {
        Shell.fail("--memory: found no answer of \(contestant.rawValue); expected a number")
      }
      print(contestant.rawValue, Report.text(bytes / 1e6), "MB")
    }
  }

  /// Runs a workload once to warm up, prints the memory that took and the number of operations, and
  /// runs it again for a counter that watches the timed region only.
  private static func runOnce(_ contestant: Workload.Contestant, _ options: Options) {
    guard options.workloads.count == 1, let workload = options.workloads.first,
      let size = options.sizes?.first,
      let trial = workload.trial(of: contestant, size: size)
    else { Shell.fail("--once: expected the name of one workload, and its size with --n") }
    trial.prepare()
    let outcome = trial.body()
    print(Shell.peakMemory, trial.operations)
    trial.prepare()
    guard timedRegion(trial) >= 0, outcome >= 0 else {
      Shell.fail("\(workload.name): found a negative outcome; expected a sum or a number")
    }
  }
}
