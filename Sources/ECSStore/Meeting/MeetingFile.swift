/// The file of one device in a folder where devices meet: the last words of everything that it knows.
///
/// It is a log like any other, with a line before it that says whose it is, when it was written and how many
/// lines follow. So a file that arrived in part is found to be incomplete, also if it was cut between two
/// lines, and what is taken in is always everything that a device said up to some moment.
struct MeetingFile {
  /// The most bytes of a file.
  static let longest = 32 << 20
  /// The first and the last second of the years 1 to 9999.
  private static let times: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
  /// After how many seconds a file is written again although it says nothing new.
  static let longestSilence: Int64 = 86_400

  /// The device whose file it is.
  let device: DeviceID
  /// What the device is called.
  let name: String
  /// When it was written.
  let time: Int64
  /// The last words, in their order.
  let entries: [LogEntry]
  /// The counters that may extend a ``CounterReach``, in ascending order.
  private(set) var counters: [UInt64] = []

  /// The name of a device's file.
  static func name(of device: DeviceID) -> String { "\(device).log" }

  /// What the file is called until it is whole.
  static func unfinishedName(of device: DeviceID) -> String { ".\(device).unfinished" }

  /// Creates the file of a device.
  init(of device: DeviceID, called name: String, at time: Int64, _ entries: [LogEntry]) {
    (self.device, self.name, self.time, self.entries) = (device, name, time, entries)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the file.
  ///   - isNamed: Whether the file has a name that a device gives it.
  ///   - known: The lines that this device would write.
  ///   - decoder: What reads all of the files, so that their entries share storage.
  /// - Throws: Why the file is skipped.
  init(
    _ bytes: [UInt8], isNamed: Bool, expecting known: KnownLines,
    using decoder: inout LineDecoder
  ) throws(Meeting.SkippedFile.Reason) {
    let start = bytes.firstIndex(of: LogLine.newline).map { $0 + 1 } ?? bytes.count
    var contents = LogContents()
    contents.read(bytes[..<start], using: &decoder)
    contents.read(bytes[start...], using: &decoder, expecting: known)
    if let format = contents.newestFormat, format > LogLine.format { throw .newerFormat(format) }
    guard let first = contents.entries.first, first.change.kind == LogWord.meeting,
      let device = DeviceID(digits: first.change.target.utf8), device == first.device,
      let count = Int(first.change.value)
    else { throw isNamed ? .incomplete : .foreign }
    guard contents.damageCount == 0, contents.entries.count - 1 == count else { throw .incomplete }
    guard contents.entries.allSatisfy({ Self.times.contains($0.time) }) else { throw .impossible }
    self.init(
      of: device, called: first.change.name, at: first.time, Array(contents.entries.dropFirst()))
    var counters: Set<UInt64> = []
    for entry in contents.entries {
      if CounterReach.matters(entry.counter) { counters.insert(entry.counter) }
      if entry.change.kind == LogWord.device,
        entry.change.subject == LogWord.subject(of: entry.device)
      {
        counters.formUnion(
          VersionVector(entry.change.comment).counters.values.lazy.filter(CounterReach.matters))
      }
    }
    self.counters = counters.sorted()
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let header = LogEntry(
      device: device, counter: entries.last?.counter ?? 1, time: time,
      change: LogChange(
        scope: "", kind: LogWord.meeting, target: device.description, name: name,
        value: "\(entries.count)"))
    return LogLine.lines([header] + entries)
  }

  /// Whether a file that was written before says the same, and not too long ago.
  func isSaid(by former: MeetingFile) -> Bool {
    let silence = time.subtractingReportingOverflow(former.time)
    return former.name == name && former.entries == entries && !silence.overflow
      && abs(silence.partialValue) < Self.longestSilence
  }
}
