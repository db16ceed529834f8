/// The code whose time is taken and whose instructions are counted, and nothing else.
///
/// The instruction counter looks for this function by its name in the executable.
@inline(never)
func timedRegion(_ trial: Trial) -> Double {
  trial.body()
}

/// The times of a trial in nanoseconds per operation.
struct Measurement {
  let median: Double
  let min: Double
  /// The distance between the quartiles.
  let spread: Double
  /// What the first call of the body returned.
  let outcome: Double

  private static let samples = 11
  /// Long enough for a clock that ticks in nanoseconds and costs some fifty of them.
  private static let sampleTime = 4e6
  /// No sample takes longer than this if it can be helped, preparation included.
  private static let patience = 40e6

  /// Measures trials in turn, so that a machine that changes its pace changes it for all of them.
  ///
  /// - Parameter trials: The trials.
  /// - Returns: A measurement of each, in their order.
  static func interleaved(_ trials: [Trial]) -> [Measurement] {
    let runs = trials.map(TimedRuns.init)
    var samples: [[Double]] = trials.map { _ in [] }
    for _ in 0..<Self.samples {
      for (number, run) in runs.enumerated() { samples[number].append(run.sample()) }
    }
    return zip(runs, samples).map { Measurement($0.outcome, of: $1.sorted()) }
  }

  private init(_ outcome: Double, of sorted: [Double]) {
    self.outcome = outcome
    median = sorted[sorted.count / 2]
    min = sorted[0]
    spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
  }

  /// A trial, and how often it runs for one sample.
  private struct TimedRuns {
    let trial: Trial
    let outcome: Double
    private let count: Int

    init(_ trial: Trial) {
      self.trial = trial
      outcome = Self.run(trial).outcome
      let clock = ContinuousClock()
      let start = clock.now
      let time = Swift.max(Self.run(trial).time, 1)
      let timeWithPreparation = Self.nanoseconds(clock.now - start)
      count = Int(
        Swift.max(
          1, Swift.min(Measurement.sampleTime / time, Measurement.patience / timeWithPreparation)))
    }

    /// Nanoseconds per operation.
    func sample() -> Double {
      (0..<count).reduce(0) { sum, _ in sum + Self.run(trial).time }
        / Double(count * trial.operations)
    }

    private static func run(_ trial: Trial) -> (time: Double, outcome: Double) {
      trial.prepare()
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = timedRegion(trial)
      return (nanoseconds(clock.now - start), outcome)
    }

    private static func nanoseconds(_ duration: Duration) -> Double {
      Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    }
  }
}
