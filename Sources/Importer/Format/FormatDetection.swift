// Detects the format of a file: its first bytes show the syntax, and its fields show the format.
// ScheduleImport calls it for each file. If a format is known but unsupported, the error suggests a
// supported file on the website of the schedule.

import Basics
import Schedule
import SourceText
import XMLAndICalendar

enum FormatDetection {
  /// Parses a file, and returns the document and its format.
  ///
  /// The formats in `others` are tried before the built-in formats.
  ///
  /// - Throws: `ImportError.unknownFormat` if no format recognizes the file, or `syntax` if the
  ///   file is damaged.
  static func document(
    of bytes: [UInt8], _ others: [ScheduleFormat]
  ) throws(ImportError) -> (SourceDocument, ScheduleFormat) {
    let look = FileKind(bytes)
    if case .other(let name) = look {
      throw .unknownFormat(looksLike: name, advice: advice(for: name, bytes))
    }
    let formats: [@Sendable () -> ScheduleFormat]
    let document: SourceDocument
    do throws(SourceError) {
      switch look {
      case .json, .other:
        document = try SourceDocument(json: bytes)
        formats = ScheduleFormat.json
      case .xml:
        document = try SourceDocument(xml: bytes)
        formats = ScheduleFormat.xml
      case .iCalendar:
        document = try SourceDocument(iCalendar: bytes)
        formats = [{ .iCalendar }]
      case .konfTable:
        document = try SourceDocument(json: KonfCSV.json(bytes))
        formats = [{ .konfCSV }]
      }
    } catch {
      throw .syntax(error)
    }
    let known = formats.lazy.map { $0() }
    guard
      let format = others.first(where: { $0.recognizes(document) })
        ?? known.first(where: { $0.recognizes(document) })
    else {
      if let other = UnsupportedFormat.all.first(where: { $0.isLike(document.root) }) {
        throw .unknownFormat(looksLike: other.name, advice: other.advice)
      }
      if case .similar(let unknown) = KonfAnswer(of: document.root) {
        throw .unknownFormat(
          looksLike: "a JSON list of talks with \(list(unknown)), which konf JSON does not have",
          advice: "konf would lose these fields; rename them, or remove those that you do not "
            + "need; \"konf help schema\" prints the fields of konf JSON")
      }
      throw .unknownFormat(looksLike: self.look(of: document, look))
    }
    return (document, format)
  }

  private static func advice(for kind: String, _ bytes: [UInt8]) -> String? {
    switch kind {
    case FileKind.page: advice(forPage: bytes)
    case FileKind.table where bytes.starts(with: indicoTable): UnsupportedFormat.indicoAdvice
    default: nil
    }
  }

  /// The first bytes of the contribution table that Indico exports.
  private static let indicoTable = Array("Id,Title,Description,Date,Duration,Type,Session".utf8)

  private static func advice(forPage bytes: [UInt8]) -> String {
    let isPretalx = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).contains("pretalx")
    return isPretalx
      ? UnsupportedFormat.pretalxAdvice
      : "use the schedule behind the page: schedule.json, schedule.xml or a calendar (.ics) from "
        + "the same site; pretalx has it at schedule/export/schedule.json"
  }

  private static func look(of document: SourceDocument, _ look: FileKind) -> String {
    switch look {
    case .xml:
      let name = document.root.members.first { _ in true }?.key ?? ""
      return "XML with the root element \(name.quoted())"
    case .iCalendar: return "a calendar whose first line does not end with a line feed"
    case .json, .konfTable, .other: return self.look(of: document)
    }
  }

  private static func look(of document: SourceDocument) -> String {
    let root = document.root
    if case .other(let command) = KonfAnswer(of: root) {
      return "the output of konf \(command), which is not a schedule; "
        + "konf reads the output of konf timeline, talks and export"
    }
    let names = root.members.map(\.key)
    if root["sessions"] != nil, root["speakers"] != nil {
      return "JSON with sessions and speakers in an unknown form"
    }
    if root.elements.contains(where: { $0["fullName"] != nil && $0["sessions"] != nil }) {
      return "the \"Speakers\" view of Sessionize, which has no times"
    }
    if root["schedule"] != nil { return "a schedule.json without a conference" }
    switch root.kind {
    case .object: return "a JSON object with \(list(names))"
    case .array: return "a JSON list of objects with \(list(document.keys))"
    default: return "JSON that consists only of \(root.found)"
    }
  }

  private static func list(_ names: [String]) -> String {
    if names.isEmpty { return "no fields" }
    let shown = names.prefix(4).map { $0.quoted() }.joined(separator: ", ")
    return names.count > 4 ? "\(shown) and more" : shown
  }
}

/// The kind of a file, as determined from its first 1024 bytes.
enum FileKind: Equatable {
  case json
  case xml
  case iCalendar
  case konfTable
  /// A kind of file that is never a schedule.
  ///
  /// The associated value is the name of the kind, for messages.
  case other(String)

  init(_ bytes: [UInt8]) {
    let head = bytes.prefix(1024)
    for (start, name) in Self.starts where head.starts(with: start) {
      self = .other(name)
      return
    }
    // Text in UTF-16 or UTF-32 is not binary, although it contains zero bytes. The JSON reader
    // names the encoding in its error.
    if bytes.span.nameOfOtherEncoding != nil {
      self = .json
      return
    }
    if head.contains(0) {
      self = .other("a binary file")
      return
    }
    let text = String(decoding: head, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    let first = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
    if first.hasPrefix("<") {
      self = Self.isPage(first) ? .other(Self.page) : .xml
      return
    }
    if first.prefix(15).uppercased() == "BEGIN:VCALENDAR" {
      self = .iCalendar
      return
    }
    if KonfCSV.hasHeader(first) {
      self = .konfTable
      return
    }
    guard let start = first.first else {
      self = .other(Self.emptyFile)
      return
    }
    // Every JSON text begins with one of these characters or words. U+FFFD is included, because the
    // JSON reader reports invalid UTF-8.
    let words = ["true", "false", "null"]
    guard !"{[\"-\u{FFFD}".contains(start), !start.isNumber, !words.contains(where: first.hasPrefix)
    else {
      self = .json
      return
    }
    // Ordinary text rarely has three commas in its first line.
    let separators: [(Character, Int)] = [(",", 3), (";", 2), ("\t", 2)]
    let isTable = separators.contains { line.split(separator: $0).count > $1 }
    let beginning = String(first.prefix { !$0.isNewline }.prefix(24)).quoted()
    self = .other(isTable ? Self.table : "plain text that begins with \(beginning)")
  }

  static let page = "a web page (HTML)"
  static let table = "a table (CSV)"
  static let emptyFile = "an empty file"

  /// Returns true if a string that begins with a tag is a web page or a fragment of a web page.
  private static func isPage(_ text: Substring) -> Bool {
    var rest = text.lowercased()[...]
    // XML may also begin with a declaration and comments, so these are skipped.
    for (start, end) in [("<?", "?>"), ("<!--", "-->"), ("<!--", "-->")] where rest.hasPrefix(start)
    {
      guard let range = rest.firstRange(of: end) else { return false }
      rest = rest[range.upperBound...].drop { $0.isWhitespace }
    }
    return ["<!doctype html", "<html", "<head", "<body", "<script", "<pretalx-schedule"].contains {
      rest.hasPrefix($0)
    }
  }

  private static let starts: [([UInt8], String)] = [
    ([0x1F, 0x8B], "a gzip file"), ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    (Array("%PDF".utf8), "a PDF"), ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"), (Array("SQLite format 3".utf8), "an SQLite database"),
  ]
}
