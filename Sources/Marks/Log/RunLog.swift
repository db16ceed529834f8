package import CommandLine
package import ECSStore
import Schedule

/// The log of a run, read once at its first use.
package final class RunLog {
  /// The log file, or nil if no data folder is set.
  package let file: ChangeLog?
  /// The command line of the run.
  ///
  /// Suggested command lines repeat its options.
  package let invocation: Invocation
  /// The part of the log that has been read; empty before the first call of ``contents()``.
  private(set) var reading = LogReading()
  private var isRead = false
  /// The contents of the log, or nil if they have not been read.
  package var contentsRead: LogContents? { isRead ? reading.contents : nil }
  private var error: StoreError?
  private var isNoted = false
  /// True if the file of a saved schedule was missing when the run needed it.
  var lacksCopy = false

  /// Creates a reference to the log without reading it.
  package init(_ invocation: Invocation, _ environment: RunEnvironment) throws(Failure) {
    self.invocation = invocation
    file = try DataFolder.log(invocation, environment)
  }

  /// Returns the contents of the log.
  ///
  /// The log is read at most once.
  ///
  /// - Throws: ``StoreError`` if the log exists and cannot be read.
  package func contents() throws(StoreError) -> LogContents {
    if let contentsRead { return contentsRead }
    if let error { throw error }
    do throws(StoreError) {
      try file?.read(after: &reading)
      isRead = true
      return reading.contents
    } catch {
      self.error = error
      throw error
    }
  }

  /// Reads the entries that were appended since the last read.
  func readOn() throws(StoreError) { try file?.read(after: &reading) }

  /// The counter for the next entry, according to the last read.
  ///
  /// The value is nil if the log cannot be read.
  package var position: UInt64? { (try? contents())?.nextCounter }

  /// The counter for the next entry, according to a new read of the log.
  ///
  /// The value is nil if the log does not exist or cannot be read.
  package var presentPosition: UInt64? { (try? file?.read())?.nextCounter }

  /// Prints notes about damage of the log, once per run.
  package func note(_ contents: LogContents, _ streams: inout OutputStreams) {
    if isNoted { return }
    isNoted = true
    let path = file?.path ?? ""
    for damage in contents.damages.prefix(3) {
      streams.note("\(path): \(damage.description)")
    }
    let rest = contents.damageCount - 3
    if rest > 0 { streams.note("\(path): \(rest) more damaged lines") }
  }
}
