package import CommandLine
package import ECSStore
import Schedule

/// The log of a run: read once, when it is first asked for.
package final class RunLog {
  /// The log; nil if nothing says which folder it is in.
  package let file: ChangeLog?
  /// The reading of the log; it has no entries before ``contents()`` is called.
  private(set) var reading = LogReading()
  private var isRead = false
  /// The contents of the log, if it was read by now.
  package var contentsRead: LogContents? { isRead ? reading.contents : nil }
  /// Why it cannot be read, if that was tried.
  private var error: StoreError?
  private var isNoted = false
  /// Whether a copy of a schedule is not there that the log names.
  var lacksCopy = false

  /// Finds the log; nothing is read.
  package init(_ invocation: Invocation, _ environment: RunEnvironment) throws(Failure) {
    file = try DataFolder.log(invocation, environment)
  }

  /// Returns what the log holds.
  ///
  /// - Throws: ``StoreError`` if there is a log and it cannot be read.
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

  /// Reads what was appended since.
  func readOn() throws(StoreError) { try file?.read(after: &reading) }

  /// The number after the last entry that was read; nil if the log cannot be read.
  package var position: UInt64? { (try? contents())?.nextCounter }

  /// The number after the last entry that there is now; nil if there is no log or it cannot be read.
  package var presentPosition: UInt64? { (try? file?.read())?.nextCounter }

  /// Notes what is damaged, once.
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
