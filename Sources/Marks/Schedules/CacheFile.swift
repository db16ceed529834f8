import Basics
import ECSStore
package import Schedule

/// A file that caches data derived from the file of a saved schedule.
///
/// Commands and shell completion read the cache instead of the schedule's file, to save time. konf
/// ignores the cache if it is damaged, if another version of konf wrote it, or if it was derived
/// from other bytes or with other options.
///
/// The file begins with a header of nine 64-bit numbers: the magic number, the key, the fingerprint
/// and the stamp of the schedule's file, the length and the fingerprint of each of the two parts,
/// and the fingerprint of the header. The parts follow.
///
/// If the stamp of the schedule's file is the same as in the header, the file is unchanged and its
/// bytes are not read.
package struct CacheFile {
  package enum Kind: String, CaseIterable {
    /// The imported schedule.
    case image
    /// The words for shell completion.
    case words

    var ending: String { ".\(rawValue)" }
  }

  private static let mark = Array("konf\u{0}\u{0}\u{0}2".utf8)
  private static let headerLength = 72
  /// The number of seconds that must pass after a change to a file before its stamp is reliable.
  private static let settlingTime = 2

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

  /// The contents of a cache file.
  package struct Parts {
    package let first: [UInt8]
    package let second: [UInt8]
    /// The fingerprint of the schedule's file, or nil if comparing the stamp was sufficient.
    fileprivate var unstamped: UInt64?

    package init(_ first: [UInt8], _ second: [UInt8] = []) {
      self.first = first
      self.second = second
    }
  }

  fileprivate static func size(of parts: Parts) -> Int {
    headerLength + parts.first.count + parts.second.count
  }

  fileprivate func bytes(_ parts: Parts, copy: UInt64, stamp: UInt64) -> [UInt8] {
    var bytes = Self.mark
    for number in [key, copy, stamp] { bytes.append(littleEndian: number) }
    for part in [parts.first, parts.second] {
      bytes.append(littleEndian: UInt64(part.count))
      bytes.append(littleEndian: Fingerprint.of(part.span))
    }
    bytes.append(littleEndian: Fingerprint.of(bytes.span))
    return bytes + parts.first + parts.second
  }

  /// Returns the stamp of the schedule's file, or 0 if there is no reliable stamp.
  ///
  /// The stamp is not reliable if the file has another fingerprint or was changed within the last
  /// two seconds. The stamp is taken before the bytes are read, so a later change gives another
  /// stamp.
  fileprivate func stamp(
    of fingerprint: UInt64, in files: AttachedFiles, at now: Instant
  ) -> UInt64 {
    guard let copy = try? files.open(schedule.fileName),
      now.secondsSince1970 >= Int64(copy.changed + Self.settlingTime),
      (try? copy.fingerprint()) == fingerprint
    else { return 0 }
    return copy.stamp
  }

  /// Reads and returns the parts of the file, or returns nil if it is damaged or out of date.
  fileprivate func parts(
    in files: AttachedFiles, checkingCopy: Bool, withSecond: Bool
  ) -> Parts? {
    do throws(StoreError) {
      guard let file = try files.open(name) else { return nil }
      let header = try file.bytes(count: Self.headerLength, from: 0)
      guard header.count == Self.headerLength, header.starts(with: Self.mark) else { return nil }
      let numbers = (1..<9).map { header.span.word(at: 8 * $0) }
      guard numbers[0] == key,
        numbers[7] == Fingerprint.of(header.span.extracting(first: Self.headerLength - 8))
      else { return nil }
      var unstamped: UInt64?
      if checkingCopy {
        guard let copy = try files.open(schedule.fileName) else { return nil }
        if numbers[2] == 0 || copy.stamp != numbers[2] {
          guard try copy.fingerprint() == numbers[1] else { return nil }
          unstamped = numbers[1]
        }
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
      guard let first = try part(3, after: 0) else { return nil }
      guard let second = withSecond ? try part(5, after: numbers[3]) : [] else { return nil }
      var parts = Parts(first, second)
      parts.unstamped = unstamped
      return parts
    } catch {
      return nil
    }
  }
}

extension RunLog {
  /// Returns the parts of a cache file, or nil if it is missing, damaged or out of date.
  ///
  /// If `checkingCopy` is true, the schedule's file must be unchanged. The stamp of that file is
  /// compared first. If it differs, the fingerprint is compared, and the cache file gets the new
  /// stamp. If `withSecond` is false, the bytes of the second part are empty.
  package func parts(
    of file: CacheFile, checkingCopy: Bool = true, withSecond: Bool = true, at now: Instant
  ) -> CacheFile.Parts? {
    guard let files = scheduleFiles,
      let parts = file.parts(in: files, checkingCopy: checkingCopy, withSecond: withSecond)
    else { return nil }
    if let fingerprint = parts.unstamped, mayKeepDerived {
      let stamp = file.stamp(of: fingerprint, in: files, at: now)
      if stamp != 0, let all = file.parts(in: files, checkingCopy: false, withSecond: true) {
        write(all, as: file, fingerprint, stamp, at: now)
      }
    }
    return parts
  }

  /// True if the folder of saved schedules is writable.
  package var mayKeepDerived: Bool { scheduleFiles.map { access($0.path, W_OK) == 0 } ?? false }

  /// Saves a cache file next to the file of a saved schedule.
  ///
  /// A failure is ignored, because the next run can try again. The function never waits for a
  /// locked log. A cache is not saved if it is more than twice as large as the schedule's file. If
  /// `copy` is nil, the cache contains no fingerprint of the schedule's file.
  package func keep(
    _ parts: CacheFile.Parts, as file: CacheFile, madeOf copy: [UInt8]? = nil, at now: Instant
  ) {
    if let size = copy?.count ?? file.schedule.size, CacheFile.size(of: parts) > 2 * size { return }
    let fingerprint = copy.map { Fingerprint.of($0.span) }
    let stamp = fingerprint.flatMap { fingerprint in
      scheduleFiles.map { file.stamp(of: fingerprint, in: $0, at: now) }
    }
    write(parts, as: file, fingerprint ?? 0, stamp ?? 0, at: now)
  }

  private func write(
    _ parts: CacheFile.Parts, as file: CacheFile, _ fingerprint: UInt64, _ stamp: UInt64,
    at now: Instant
  ) {
    guard let files = scheduleFiles else { return }
    let bytes = file.bytes(parts, copy: fingerprint, stamp: stamp)
    let log = ChangeLog(folder: files.log.folder, name: files.log.name, wait: .zero)
    let withoutWaiting = AttachedFiles(of: log, in: files.folderName)
    _ = try? withoutWaiting.append(
      at: now.secondsSince1970, putting: (file.name, bytes),
      keeping: { SavedSchedules($0).needs }, { _ in [] })
  }
}
