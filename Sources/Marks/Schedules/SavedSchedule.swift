import Basics
package import CommandLine
import ECSKit
package import ECSStore
package import Schedule

/// The options for reading a schedule, saved together with the schedule's file.
package struct ReadingOptions: Equatable {
  /// The month of a schedule that has only day numbers.
  package var month: ConferenceMonth?
  /// The zone of a schedule whose file does not name a zone.
  package var zone: String?
  /// The title for a schedule whose file has no title.
  ///
  /// The title is stored in a separate entry of the log.
  package var title: String?

  package init(month: ConferenceMonth? = nil, zone: String? = nil, title: String? = nil) {
    self.month = month
    self.zone = zone
    self.title = title
  }

  /// Returns these options, with a missing month or zone taken from other options.
  ///
  /// The result has no title.
  package func filled(from other: ReadingOptions?) -> ReadingOptions {
    ReadingOptions(month: month ?? other?.month, zone: zone ?? other?.zone)
  }
}

/// A version of a schedule that is saved under a name.
///
/// The log stores the name, checksum and options of the version. The folder of saved schedules
/// contains its file. `konf use` creates versions, and all commands read them. A file is used only
/// if its checksum matches the log.
package struct SavedSchedule: Equatable {
  /// The maximum length of a name, in characters.
  ///
  /// The name is used in file names.
  static let longestName = 64

  package let name: String
  /// The checksum of the file, in 16 hexadecimal digits.
  package let digits: String
  /// The size of the file in bytes, or nil if the log does not contain the size.
  package let size: Int?
  package internal(set) var options: ReadingOptions
  /// The checksum of the previous version, or nil for a first version.
  package let formerDigits: String?
  /// True if this is the previous version of a saved schedule.
  package var isFormer = false

  package init(
    name: String, digits: String, size: Int?, options: ReadingOptions, formerDigits: String?,
    isFormer: Bool = false
  ) {
    self.name = name
    self.digits = digits
    self.size = size
    self.options = options
    self.formerDigits = formerDigits
    self.isFormer = isFormer
  }

  package var fileName: String { Self.fileName(name, digits) }

  /// Returns the name of a cache file next to the file of the schedule.
  package func name(ofDerived kind: CacheFile.Kind) -> String {
    "\(name)-\(digits)\(kind.ending)"
  }

  /// The previous version, or nil for a first version.
  package var former: SavedSchedule? {
    formerDigits.map {
      SavedSchedule(
        name: name, digits: $0, size: nil, options: options, formerDigits: nil, isFormer: true)
    }
  }

  package var words: SafeText {
    isFormer ? "the previous version of \(name)" : "the saved schedule \(name)"
  }

  /// Returns true if a string is a valid name of a saved schedule.
  ///
  /// A name has up to 64 characters: lowercase letters, digits, - and _, beginning with a letter or
  /// a digit.
  package static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, word.utf8.count <= longestName else { return false }
    return isAlphanumeric(first)
      && word.utf8.allSatisfy { isAlphanumeric($0) || "-_".utf8.contains($0) }
  }

  /// Returns a name derived from a title, such as "fosdem-2025".
  ///
  /// The result is nil if the title contains no valid letter or digit.
  package static func name(madeOf title: String) -> String? {
    let words = title.folded.utf8.split { !isAlphanumeric($0) }
    var name = ""
    for word in words.map({ String(Substring($0)) }) {
      let longer = name.isEmpty ? String(word.prefix(longestName)) : "\(name)-\(word)"
      if longer.utf8.count > longestName { break }
      name = longer
    }
    return name.isEmpty ? nil : name
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private static func fileName(_ name: String, _ digits: String) -> String {
    "\(name)-\(digits)\(ending)"
  }

  fileprivate static let ending = ".schedule"
  private static let endings = [ending] + CacheFile.Kind.allCases.map(\.ending)

  /// Returns the name of the schedule that a file belongs to, or nil for other files.
  package static func name(ofFile fileName: String) -> String? { parts(ofFile: fileName)?.name }

  static func parts(ofFile fileName: String) -> (name: String, digits: String)? {
    guard let ending = endings.first(where: fileName.hasSuffix) else { return nil }
    let parts = fileName.dropLast(ending.count)
    guard let dash = parts.lastIndex(of: "-") else { return nil }
    let (name, digits) = (String(parts[..<dash]), String(parts[parts.index(after: dash)...]))
    return isName(name) && isDigits(digits) ? (name, digits) : nil
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy { Hexadecimal.lowercaseValue(of: $0) != nil }
  }

  /// Returns the checksum of a file in the format of the log.
  package static func digits(of bytes: [UInt8]) -> String {
    Hexadecimal.digits(of: AttachedFiles.checksum(of: bytes), count: 16)
  }
}

// MARK: The log

/// Versions are stored under their name.
///
/// The value contains the checksum, size, month and zone of the file. The comment contains the
/// checksum of the previous version.
extension SavedSchedule: StoredComponent {
  package static let storedName = "schedule"

  package var stored: StoredValue {
    StoredValue(
      "\(digits) \(size ?? 0) \(options.month?.text ?? "-") \(options.zone ?? "-")",
      comment: formerDigits ?? "")
  }

  package init(stored: StoredValue) throws {
    let parts = stored.text.split(separator: " ", maxSplits: 3)
    guard let name = stored.subject?.target, Self.isName(name), parts.count == 4,
      Self.isDigits(parts[0]), let size = Int(parts[1])
    else {
      throw StoredValueError.text(
        found: stored.text, expected: "checksum, size, month and zone of a file")
    }
    self.init(
      name: name, digits: String(parts[0]), size: size,
      options: ReadingOptions(
        month: ConferenceMonth(String(parts[2])), zone: parts[3] == "-" ? nil : String(parts[3])),
      formerDigits: Self.isDigits(stored.comment) ? stored.comment : nil)
  }

  package var change: LogChange {
    LogChange(
      scope: "", kind: Self.storedName, target: name, value: stored.text, comment: stored.comment)
  }

  package static func removal(of name: String) -> LogChange {
    LogChange(scope: "", kind: storedName, target: name, value: "")
  }
}

extension SavedSchedule: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("schedule", "schedules") }
  package static var topic: MarkTopic { .schedule }

  package func text(_ reading: MarkReading) -> SafeText {
    let saved: SafeText = "saved on \(reading.times.dated(reading.time))"
    // A checksum means nothing when it is read aloud.
    return reading.glyphs.isSpoken ? saved : "version \(digits.prefix(8)), \(saved)"
  }
}

// MARK: The file

extension SavedSchedule {
  package enum Problem {
    case missing(path: String)
    case damaged(path: String)
    case unreadable(StoreError)

    package var description: String {
      switch self {
      case .missing(let path): "\(path): no such file"
      case .damaged(let path): "\(path): damaged; its checksum differs from the checksum in the log"
      case .unreadable(let error): error.description
      }
    }

    package var status: ExitStatus {
      switch self {
      case .missing, .damaged: .badData
      case .unreadable(let error): ExitStatus(error)
      }
    }
  }

  /// Creates a saved schedule from a file that no log entry names, or nil if the file is damaged.
  ///
  /// The new value has no options.
  package init?(copy fileName: String, in files: AttachedFiles) {
    guard fileName.hasSuffix(Self.ending), let parts = Self.parts(ofFile: fileName),
      let bytes = try? files.read(fileName), Self.digits(of: bytes) == parts.digits
    else { return nil }
    self.init(
      name: parts.name, digits: parts.digits, size: bytes.count, options: ReadingOptions(),
      formerDigits: nil)
  }

  /// The bytes of a file, or the problem with the file.
  package enum Copy {
    case whole([UInt8])
    case broken(Problem)

    package var problem: Problem? { if case .broken(let problem) = self { problem } else { nil } }
  }

  /// Reads the file of the version, and returns its bytes or the problem with the file.
  package func copy(in files: AttachedFiles) -> Copy {
    let bytes: [UInt8]?
    do throws(StoreError) {
      bytes = try files.read(fileName)
    } catch {
      return .broken(.unreadable(error))
    }
    guard let bytes else { return .broken(.missing(path: files.path(of: fileName))) }
    guard size ?? bytes.count == bytes.count, Self.digits(of: bytes) == digits else {
      return .broken(.damaged(path: files.path(of: fileName)))
    }
    return .whole(bytes)
  }

  package func failure(_ problem: Problem, _ invocation: Invocation) -> Failure {
    let use = invocation.konf(.folder, "use FILE --name \(name)")
    let again: SafeText =
      isFormer
      ? "konf diff can compare versions again after the next \(use)"
      : "save it again with \(use), or read another schedule with --data FILE"
    return Failure(problem.status, "\(words): \(problem.description)", again)
  }
}
