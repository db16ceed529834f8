/// The file of one device in the folder through which devices sync.
///
/// The file contains all uncovered entries that the device knows.
///
/// The file consists of a header line followed by a log. The header contains the id and name of the
/// device, the time of writing, the number of entries and the newest format that the device reads.
/// The number of entries reveals an incomplete file, even if it was cut between two lines.
struct SyncFile {
  /// The maximum size of a file in bytes.
  static let longest = 32 << 20
  /// The accepted times: the years 1 to 9999, in seconds since 1970 in UTC.
  private static let times: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
  /// The number of seconds after which a file is written again even if its entries are unchanged.
  static let longestSilence: Int64 = 86_400
  /// The assumed `readFormat` of a file whose header does not contain it.
  private static let unstatedFormat = 2

  let device: DeviceID
  let name: String
  /// The time at which the file was written, in seconds since 1970 in UTC.
  let time: Int64
  /// The newest format that the program on the device reads.
  let readFormat: Int
  /// The uncovered entries, in log order.
  let entries: [LogEntry]
  /// The counters that may extend a ``CounterReach``, in ascending order.
  private(set) var counters: [UInt64] = []

  static func name(of device: DeviceID) -> String { "\(device).log" }

  /// Returns the name of a device's file while it is being written.
  static func unfinishedName(of device: DeviceID) -> String { ".\(device).unfinished" }

  init(
    of device: DeviceID, called name: String, at time: Int64, reading format: Int = LogLine.format,
    _ entries: [LogEntry]
  ) {
    (self.device, self.name, self.time, self.entries) = (device, name, time, entries)
    readFormat = format
  }

  /// Creates a sync file from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the file.
  ///   - isNamed: True if the name of the file is one that a device would choose.
  ///   - known: The lines that this device would write.
  ///   - decoder: The decoder of all files, so that their entries share storage.
  /// - Throws: The reason to skip the file.
  init(
    _ bytes: [UInt8], isNamed: Bool, expecting known: KnownLines,
    using decoder: inout LineDecoder
  ) throws(Sync.SkippedFile.Reason) {
    let start = bytes.firstIndex(of: LogLine.newline).map { $0 + 1 } ?? bytes.count
    var contents = LogContents()
    contents.read(bytes[..<start], using: &decoder)
    contents.read(bytes[start...], using: &decoder, expecting: known)
    if let format = contents.newestFormat, format > LogLine.format { throw .newerFormat(format) }
    guard let first = contents.entries.first, first.change.kind == LogKind.sync,
      let device = DeviceID(digits: first.change.target.utf8), device == first.device,
      let count = Int(first.change.value)
    else { throw isNamed ? .incomplete : .foreign }
    guard contents.damageCount == 0, contents.entries.count - 1 == count else { throw .incomplete }
    guard contents.entries.allSatisfy({ Self.times.contains($0.time) }) else { throw .impossible }
    self.init(
      of: device, called: first.change.name, at: first.time,
      reading: Int(first.change.comment) ?? Self.unstatedFormat,
      Array(contents.entries.dropFirst()))
    var counters: Set<UInt64> = []
    for entry in contents.entries {
      if CounterReach.matters(entry.counter) { counters.insert(entry.counter) }
      if entry.change.kind == LogKind.device,
        entry.change.subject == LogKind.subject(of: entry.device)
      {
        counters.formUnion(
          VersionVector(entry.change.comment).counters.values.lazy.filter(CounterReach.matters))
      }
    }
    self.counters = counters.sorted()
  }

  /// The bytes of the file, including the header line.
  var bytes: [UInt8] {
    let header = LogEntry(
      device: device, counter: entries.last?.counter ?? 1, time: time,
      change: LogChange(
        scope: "", kind: LogKind.sync, target: device.description, name: name,
        value: "\(entries.count)", comment: "\(readFormat)"))
    return LogLine.lines([header] + entries)
  }

  /// The oldest format in which all entries can be written.
  var format: Int { entries.lazy.map(LogLine.format).max() ?? 1 }

  /// Returns true if an earlier file is recent and has the same content.
  ///
  /// The file then need not be written again.
  func isSaid(by former: SyncFile) -> Bool {
    let silence = time.subtractingReportingOverflow(former.time)
    return former.name == name && former.readFormat == readFormat && former.entries == entries
      && !silence.overflow && abs(silence.partialValue) < Self.longestSilence
  }
}
