import CommandLine
import Marks

/// A run that reads the schedule and its marks again whenever they change.
///
/// The log is unlocked between two reads, so other runs of konf may write to it.
final class RepeatedRun {
  private(set) var run: Run
  /// The reason why the last read failed, or nil if it succeeded.
  private(set) var failure: Failure?
  private let inputs: RunInputs
  /// The counter for the next entry of the log, as of the last read.
  private var position: UInt64

  init(_ run: Run, _ inputs: RunInputs) {
    self.run = run
    self.inputs = inputs
    run.store.close()
    position = run.log.position ?? 0
  }

  /// True if another process has changed the log since the last read.
  var isBehind: Bool { (run.log.presentPosition ?? position) != position }

  /// Reads the schedule and its marks again.
  ///
  /// If reading fails, the last successful run is retained. The output is for `moment`, in seconds
  /// since 1970, unless `--at` is set. If `width` is nil, the width of the run applies.
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
