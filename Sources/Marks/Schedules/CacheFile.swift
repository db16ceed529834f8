import Basics
import ECSStore
package import Schedule

/// A file that caches data derived from the file of a saved schedule.
///
/// Commands and shell completion read the cache instead of the schedule's file, to save time. konf
/// ignores the cache if it is damaged, if another version of konf wrote it, or if it was derived
/// from other bytes or with other options.
///
/// The file begins with a header of eight 64-bit numbers: the magic number, the key, the
/// fingerprint of the schedule's file, the length and the fingerprint of each of the two parts, and
/// the fingerprint of the header. The parts follow.
package struct CacheFile {
  package enum Kind: String, CaseIterable {
    /// The imported schedule.
    case image
    /// The words for shell completion.
    case words

    var ending: String { ".\(rawValue)" }
  }

  private static let mark = Array("konf\u{0}\u{0}\u{0}1".utf8)
  private static let headerLength = 64

  package let schedule: SavedSchedule
  let name: String
  /// A hash of all inputs that determine the contents, except the bytes of the schedule's file.
  private let key: UInt64

  /// Creates a reference to a cache file.
  ///
  /// The maker identifies the version of the program and the version of the format.
  package init(_ kind: Kind, of schedule: SavedSchedule, madeBy maker: String) {
    self.schedule = schedule
    name = schedule.name(ofDerived: kind)
    let options = schedule.options
    let facts = [
      kind.rawValue, maker, schedule.digits, options.month?.text ?? "-", options.zone ?? "-",
    ]
    key = Fingerprint.of(Array(facts.joined(separator: "\n").utf8).span)
  }

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

  /// Reads the parts of the file, or returns nil if the file does not match or is damaged.
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
  /// Appends a number in little-endian order, as `Span.word(at:)` reads it.
  fileprivate mutating func append(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

extension RunLog {
  /// Returns the parts of a cache file, or nil if it is missing, damaged or out of date.
  ///
  /// If `checkingCopy` is true, the fingerprint of the schedule's file is compared. If `withSecond`
  /// is false, the bytes of the second part are empty.
  package func parts(
    of file: CacheFile, checkingCopy: Bool = true, withSecond: Bool = true
  ) -> (first: [UInt8], second: [UInt8])? {
    scheduleFiles.flatMap {
      file.parts(in: $0, checkingCopy: checkingCopy, withSecond: withSecond)
    }
  }

  /// True if the folder of saved schedules is writable.
  package var mayKeepDerived: Bool { scheduleFiles.map { access($0.path, W_OK) == 0 } ?? false }

  /// Saves a cache file next to the file of a saved schedule.
  ///
  /// A failure is ignored, because the next run can try again. The function never waits for a
  /// locked log. It does not save a cache that is more than twice as large as the schedule's file.
  /// If `copy` is nil, the cache contains no fingerprint of the schedule's file.
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
