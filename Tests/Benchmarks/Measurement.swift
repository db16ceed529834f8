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

  init(_ trial: Trial) {
    let clock = ContinuousClock()
    func nanoseconds(_ duration: Duration) -> Double {
      Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    }
    func run() -> (time: Double, outcome: Double) {
      trial.prepare()
      let start = clock.now
      let outcome = timedRegion(trial)
      return (nanoseconds(clock.now - start), outcome)
    }

    outcome = run().outcome
    let start = clock.now
    let time = Swift.max(run().time, 1)
    let timeWithPreparation = nanoseconds(clock.now - start)
    let runs = Int(
      Swift.max(1, Swift.min(Self.sampleTime / time, Self.patience / timeWithPreparation)))

    let operations = Double(runs * trial.operations)
    let sorted = (0..<Self.samples).map { _ in
      (0..<runs).reduce(0) { sum, _ in sum + run().time } / operations
    }.sorted()
    median = sorted[sorted.count / 2]
    min = sorted[0]
    spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
  }
}
