import Basics

/// An encoder for the lines of logs.
///
/// Most lines of a file begin with the same format and device. The encoding of these fields and its
/// checksum are cached.
struct LineEncoder {
  private let checksum = Checksum()
  private var last: (format: Int, device: DeviceID)?
  /// The encoded format and device, each followed by a tab, and the state of the checksum after
  /// these bytes.
  private var head: (bytes: [UInt8], sum: UInt64) = ([], Checksum.start)

  init() {}

  /// Appends the line of an entry, without a newline.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  mutating func append(_ entry: LogEntry, to bytes: inout [UInt8]) {
    let (change, subject) = (entry.change, entry.change.subject)
    let format = LogLine.format(of: entry)
    let start = begin(format, entry.device, &bytes)
    Self.append(Int64(entry.counter), to: &bytes)
    Self.append(entry.time, to: &bytes)
    Self.append(subject.scope, to: &bytes)
    Self.append(subject.kind, to: &bytes)
    Self.append(subject.target, to: &bytes)
    Self.append(subject.name, to: &bytes)
    LogLine.appendList(subject.details, to: &bytes)
    bytes.append(LogLine.tab)
    if format > 1 { Self.append(Int64(change.version), to: &bytes) }
    Self.append(change.value, to: &bytes)
    Self.append(change.comment, to: &bytes)
    if format > 2 { Self.append(entry.names.text, to: &bytes) }
    end(from: start, &bytes)
  }

  /// Appends the line of a value in a snapshot, without a newline.
  ///
  /// `kind` is the stored name of the component, and `target` is the id of the entity. `counter` is
  /// the number of the line, starting at 1.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  mutating func append(
    _ value: StoredValue, of kind: String, to target: String, counter: Int, to bytes: inout [UInt8]
  ) {
    let start = begin(LogLine.format(of: value.version), .ofSnapshots, &bytes)
    Self.append(Int64(counter), to: &bytes)
    // The time is 0, and the scope is empty.
    bytes.append(UInt8(ascii: "0"))
    bytes.append(LogLine.tab)
    bytes.append(LogLine.tab)
    Self.append(kind, to: &bytes)
    Self.append(target, to: &bytes)
    // The name and the details are empty.
    bytes.append(LogLine.tab)
    bytes.append(LogLine.tab)
    if value.version > 1 { Self.append(Int64(value.version), to: &bytes) }
    Self.append(value.text, to: &bytes)
    Self.append(value.comment, to: &bytes)
    end(from: start, &bytes)
  }

  /// Appends the format and device.
  ///
  /// - Returns: The offset after these fields.
  @inline(__always)
  private mutating func begin(
    _ format: Int, _ device: DeviceID, _ bytes: inout [UInt8]
  ) -> Int {
    if last?.format != format || last?.device != device { cacheHead(format, device) }
    bytes += head.bytes
    return bytes.count
  }

  private mutating func cacheHead(_ format: Int, _ device: DeviceID) {
    var bytes: [UInt8] = []
    Self.append(Int64(format), to: &bytes)
    LogLine.append(digits: UInt64(device.number >> 64), to: &bytes)
    LogLine.append(digits: UInt64(truncatingIfNeeded: device.number), to: &bytes)
    bytes.append(LogLine.tab)
    last = (format, device)
    head = (bytes, checksum.adding(bytes.span, to: Checksum.start))
  }

  /// Appends the checksum of a line that begins with the cached head.
  ///
  /// The remaining fields begin at `start`.
  @inline(__always)
  private func end(from start: Int, _ bytes: inout [UInt8]) {
    let sum = checksum.adding(bytes.span.extracting(start..<bytes.count), to: head.sum)
    LogLine.append(digits: ~sum, to: &bytes)
  }

  @inline(__always)
  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    LogLine.append(number, to: &bytes)
    bytes.append(LogLine.tab)
  }

  @inline(__always)
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    LogLine.append(text, to: &bytes)
    bytes.append(LogLine.tab)
  }
}
