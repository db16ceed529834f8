import Answers
import CommandLine
import Marks

/// A run that reads the schedule and its marks again while the program runs.
///
/// The log is unlocked between two readings, so other runs of konf may write it.
final class RepeatedRun {
  private(set) var run: Run
  /// The reason why the last reading failed; nil if it succeeded.
  private(set) var failure: Failure?
  private let inputs: RunInputs
  /// The number after the last entry of the log that was read.
  private var position: UInt64

  init(_ run: Run, _ inputs: RunInputs) {
    self.run = run
    self.inputs = inputs
    run.store.close()
    position = run.log.position ?? 0
  }

  /// True if another process changed the log since the last reading.
  var isBehind: Bool { (run.log.presentPosition ?? position) != position }

  /// Reads everything again; if that fails, the last run stays.
  ///
  /// - Parameters:
  ///   - moment: The time of the answer, in seconds since 1970, unless `--at` is set.
  ///   - width: The width of the answer, or nil for the width of the run.
  func read(at moment: Int64, width: Int? = nil) {
    do throws(Failure) {
      run = try run.again(inputs, at: moment, width: width)
      run.store.close()
      failure = nil
    } catch {
      failure = error
    }
    position = run.log.presentPosition ?? position
  }
}
