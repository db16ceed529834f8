import ECSStore
import Importer
import SourceText

/// A reader for the entries of many inputs.
///
/// An input contains lines of a log or JSON rows. ``RatingInputs`` calls ``begin()`` before each
/// input, and passes pieces that end at line breaks. An invalid line is skipped and described. It
/// does not affect the lines around it.
struct RowReader {
  private static let mostDescribed = 3
  private static let brace = UInt8(ascii: "{")
  private static let newline = UInt8(ascii: "\n")

  /// The descriptions of the first damaged lines in the current input.
  private(set) var damages: [String] = []
  /// The number of all damaged lines in the current input.
  private(set) var damageCount = 0
  /// The devices that wrote the logs in the current input.
  private var writers: Set<DeviceID> = []
  /// Pairs of devices of one person in the current input.
  private var links: [(DeviceID, DeviceID)] = []
  private var lastWriter: DeviceID?
  private var decoder = LineDecoder()
  private var lineCount = 0
  private var byteCount = 0

  mutating func begin() {
    damages = []
    writers = []
    links = []
    lastWriter = nil
    (damageCount, lineCount, byteCount) = (0, 0, 0)
  }

  /// Returns the entries in the next lines of the input.
  mutating func read(_ lines: [UInt8]) -> [LogEntry] {
    let entries = lines.first == Self.brace ? rows(lines) : log(lines)
    if let entries {
      lineCount += entries.count
      byteCount += lines.count
      return entries
    }
    return readEach(lines)
  }

  /// Returns the entries in lines of a log, or nil if a line is damaged.
  private mutating func log(_ lines: [UInt8]) -> [LogEntry]? {
    let contents = LogContents(lines, using: &decoder)
    let isSound = contents.damages.allSatisfy { $0.reason == .unterminated }
    if !isSound { return nil }
    for entry in contents.entries {
      links += LogKind.devices(knownBy: entry).map { (entry.device, $0) }
      if entry.device == lastWriter { continue }
      writers.insert(entry.device)
      lastWriter = entry.device
    }
    return contents.entries
  }

  /// The number of people who wrote the logs in the current input.
  ///
  /// JSON rows do not count.
  var voiceCount: Int {
    var voices = Voices(links)
    return Set(writers.map { voices.representative(of: $0) }).count
  }

  /// Returns the entries in lines of JSON, or nil if any line is not a row.
  private func rows(_ lines: [UInt8]) -> [LogEntry]? {
    guard Self.areObjects(lines) else { return nil }
    // Parsing one document is much faster than parsing one for each line.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(lines.count + 2)
    text += lines
    if text.last == Self.newline { text.removeLast() }
    for place in text.indices where text[place] == Self.newline { text[place] = UInt8(ascii: ",") }
    text.append(UInt8(ascii: "]"))
    do {
      let document = try SourceDocument(json: text)
      let reader = ChangeRowReader(document)
      var entries: [LogEntry] = []
      for row in document.root.elements {
        guard let entry = reader.entry(row) else { return nil }
        entries.append(entry)
      }
      return entries
    } catch {
      return nil
    }
  }

  /// Returns true if the brackets and quotes of each line belong to one object.
  ///
  /// Without this check, a truncated string or object would continue on the next line.
  private static func areObjects(_ lines: [UInt8]) -> Bool {
    let bytes = lines.span
    var depth = 0
    var isQuoted = false
    var isEnded = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isQuoted {
        switch byte {
        case UInt8(ascii: "\\") where place < bytes.count && bytes[place] != newline: place += 1
        case UInt8(ascii: "\""): isQuoted = false
        case newline: return false
        default: break
        }
        continue
      }
      switch byte {
      case brace, UInt8(ascii: "["):
        if isEnded || depth == 0 && byte != brace { return false }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { return false }
        isEnded = depth == 0
      case newline:
        if depth != 0 || !isEnded { return false }
        isEnded = false
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default:
        if depth == 0 { return false }
        isQuoted = byte == UInt8(ascii: "\"")
      }
    }
    return depth == 0 && !isQuoted
  }

  private mutating func readEach(_ lines: [UInt8]) -> [LogEntry] {
    var entries: [LogEntry] = []
    var rest = lines[...]
    while !rest.isEmpty {
      let line = Array(rest.prefix { $0 != Self.newline })
      rest = rest.dropFirst(line.count + 1)
      lineCount += 1
      if let found = line.first == Self.brace ? rows(line) : log(line) {
        entries += found
      } else {
        add(Self.reason(line), length: line.count)
      }
      byteCount += line.count + 1
    }
    return entries
  }

  private static func reason(_ line: [UInt8]) -> String {
    // The line no longer has its newline, and a missing newline would count as damage.
    let damage = LogContents(line + [newline]).damages.first
    return line.first == brace || damage == nil
      ? "not a row from konf ratings --jsonl" : damage?.reason.description ?? ""
  }

  private mutating func add(_ reason: String, length: Int) {
    damageCount += 1
    guard damages.count < Self.mostDescribed else { return }
    damages.append("line \(lineCount), byte \(byteCount): \(reason), \(length) bytes")
  }
}

/// A buffer that splits pieces of any size into pieces of whole lines.
struct WholeLines {
  /// The maximum number of buffered bytes of an incomplete line.
  private static let longest = 8 << 20

  private var rest: [UInt8] = []

  /// Returns the complete lines so far, and buffers the incomplete last line.
  mutating func add(_ piece: [UInt8]) -> [UInt8] {
    guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
      rest += piece
      return rest.count > Self.longest ? finish() : []
    }
    if rest.isEmpty, end == piece.count - 1 { return piece }
    let lines = rest + piece[...end]
    rest = Array(piece[(end + 1)...])
    return lines
  }

  /// Returns the buffered incomplete line at the end of the input.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return rest
  }
}
