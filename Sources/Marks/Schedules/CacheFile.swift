import ECSStore
package import Schedule
import SystemBasics
import TextBasics

/// A file beside the copy of a saved schedule, with what was made of the copy.
///
/// It only saves time: whatever is in it can be made of the copy again. It is used if it was made by this
/// program, of these bytes, with these options, and is whole; else it is as if there were none.
///
/// The file begins with eight numbers of eight bytes: a mark, what the content depends on, the fingerprint
/// of the copy, length and fingerprint of each of two parts, and the fingerprint of all these. The parts
/// follow.
package struct CacheFile {
  /// What was made of a copy.
  package enum Kind: String, CaseIterable {
    /// What it was read as.
    case image
    /// The words that a shell completes.
    case words

    /// The end of the file's name.
    var ending: String { ".\(rawValue)" }
  }

  private static let mark = Array("konf\u{0}\u{0}\u{0}1".utf8)
  private static let headerLength = 64

  /// What it is made of.
  package let schedule: SavedSchedule
  /// The name of the file.
  let name: String
  /// What the content depends on, beside the copy's own bytes.
  private let key: UInt64

  /// Names a file.
  ///
  /// - Parameters:
  ///   - kind: What is in it.
  ///   - schedule: The schedule.
  ///   - maker: What makes it: the program with its version, and the form of the content.
  package init(_ kind: Kind, of schedule: SavedSchedule, madeBy maker: String) {
    self.schedule = schedule
    name = schedule.name(ofDerived: kind)
    let options = schedule.options
    let facts = [
      kind.rawValue, maker, schedule.digits, options.month?.text ?? "-", options.zone ?? "-",
    ]
    key = Fingerprint.of(Array(facts.joined(separator: "\n").utf8).span)
  }

  /// Returns the bytes of a file.
  func bytes(_ parts: (first: [UInt8], second: [UInt8]), copy: UInt64) -> [UInt8] {
    var bytes = Self.mark
    for number in [key, copy] { bytes.append(number) }
    for part in [parts.first, parts.second] {
      bytes.append(UInt64(part.count))
      bytes.append(Fingerprint.of(part.span))
    }
    bytes.append(Fingerprint.of(bytes.span))
    return bytes + parts.first + parts.second
  }

  /// Reads the parts of a file that are asked for; nil if it does not fit or is damaged.
  func parts(
    in files: AttachedFiles, checkingCopy: Bool, withSecond: Bool
  ) -> (first: [UInt8], second: [UInt8])? {
    do throws(StoreError) {
      guard let file = try files.open(name) else { return nil }
      let header = try file.bytes(count: Self.headerLength, from: 0)
      guard header.count == Self.headerLength, header.starts(with: Self.mark) else { return nil }
      let numbers = (1..<8).map { header.span.word(at: 8 * $0) }
      guard numbers[0] == key,
        numbers[6] == Fingerprint.of(header.span.extracting(first: Self.headerLength - 8))
      else { return nil }
      if checkingCopy {
        guard let copy = try files.open(schedule.fileName),
          try copy.fingerprint() == numbers[1]
        else { return nil }
      }
      func part(_ place: Int, after start: UInt64) throws(StoreError) -> [UInt8]? {
        let length = numbers[place]
        guard start <= UInt64(AttachedFiles.longest), length <= UInt64(AttachedFiles.longest) else {
          return nil
        }
        let bytes = try file.bytes(count: Int(length), from: Self.headerLength + Int(start))
        guard UInt64(bytes.count) == length, Fingerprint.of(bytes.span) == numbers[place + 1] else {
          return nil
        }
        return bytes
      }
      guard let first = try part(2, after: 0) else { return nil }
      guard withSecond else { return (first, []) }
      guard let second = try part(4, after: numbers[2]) else { return nil }
      return (first, second)
    } catch {
      return nil
    }
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first, as `Span.word(at:)` reads it.
  fileprivate mutating func append(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

extension RunLog {
  /// Returns what is kept in a derived file; nil if there is none that fits.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - checkingCopy: Whether the copy must be as it was when the file was made.
  ///   - withSecond: Whether the second part is read; else it is empty.
  /// - Returns: The two parts.
  package func parts(
    of file: CacheFile, checkingCopy: Bool = true, withSecond: Bool = true
  ) -> (first: [UInt8], second: [UInt8])? {
    scheduleFiles.flatMap {
      file.parts(in: $0, checkingCopy: checkingCopy, withSecond: withSecond)
    }
  }

  /// Whether a derived file can likely be written.
  package var mayKeepDerived: Bool { scheduleFiles.map { access($0.path, W_OK) == 0 } ?? false }

  /// Keeps what was made of a copy beside it.
  ///
  /// Nothing waits for it and nothing depends on it: if it cannot be written, it is made again the next
  /// time. It is no larger than twice the copy.
  ///
  /// - Parameters:
  ///   - parts: The two parts.
  ///   - file: The file.
  ///   - copy: The bytes of the copy, if the file is to be used only beside these.
  ///   - now: The present moment.
  package func keep(
    _ parts: (first: [UInt8], second: [UInt8]), as file: CacheFile, madeOf copy: [UInt8]? = nil,
    at now: Instant
  ) {
    guard let files = scheduleFiles else { return }
    let bytes = file.bytes(parts, copy: copy.map { Fingerprint.of($0.span) } ?? 0)
    if let size = copy?.count ?? file.schedule.size, bytes.count > 2 * size { return }
    let log = ChangeLog(folder: files.log.folder, name: files.log.name, wait: .zero)
    let withoutWaiting = AttachedFiles(of: log, in: files.folderName)
    _ = try? withoutWaiting.append(
      at: now.secondsSince1970, putting: (file.name, bytes),
      keeping: { SavedSchedules($0).needs }, { _ in [] })
  }
}
