import Basics
import SourceText

/// A reader for choices in the file formats of other apps and of konf.
///
/// `konf star --from` and `konf friends` use the reader. The input is untrusted, so sizes and
/// counts are limited, and a list must not contain invisible characters.
package enum ChoiceReader {
  /// The maximum size of a file, in bytes.
  package static let limit = 16 << 20
  /// The maximum size of a line in a list, in bytes.
  static let longestLine = 4096
  /// The supported formats, for error messages.
  static let forms = """
    a Giggity link, bookmarks.ics, JSON from EventFahrplan, Engelsystem or konf, a list of \
    codes, or an id, an address or a slug on each line
    """

  /// Returns the choice in a complete file, whose format is detected from its content.
  ///
  /// - Throws: `ExchangeError` if the format is unknown, or if the file is damaged or exceeds a
  ///   limit.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> Choice {
    guard bytes.count <= limit else {
      throw ExchangeError("found \(bytes.count) bytes; expected at most \(limit)")
    }
    if let name = bytes.span.nameOfOtherEncoding {
      throw ExchangeError("found \(name); expected UTF-8")
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = bytes.span.endOfBlanks(from: isMarked ? 3 : 0)
    guard start < bytes.count else { throw ExchangeError("found nothing; expected \(forms)") }
    switch bytes[start] {
    case ASCII.leftBrace, ASCII.leftBracket: return try read(json: bytes)
    case ASCII.lessThan: throw ExchangeError("found markup; expected \(forms)")
    default: break
    }
    if bytes.span.hasWord("BEGIN:VCALENDAR", ignoringCaseAt: start) {
      return try CalendarChoice.read(bytes)
    }
    guard let text = String(validating: bytes[start...], as: UTF8.self) else {
      throw ExchangeError("found bytes that are not UTF-8 text; expected \(forms)")
    }
    let line = text.trimmed
    let isLink = GiggityLink.isLink(line) && !line.contains(where: \.isNewline)
    return isLink ? try GiggityLink.read(line) : try read(lines: text)
  }

  // MARK: Lists

  /// Returns the choice in a list with one identifier, address, slug or Giggity link on each line.
  ///
  /// Text after a tab belongs to another cell of a table and is ignored. A first line "id" is the
  /// header of a table and is skipped.
  private static func read(lines text: String) throws(ExchangeError) -> Choice {
    var list = Choice(.lines)
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let word = line.prefix { $0 != "\t" }.trimmingBlanks
      if word.isEmpty || number == 0 && word == "id" { continue }
      do throws(ExchangeError) {
        if GiggityLink.isLink(word) {
          let choice = try GiggityLink.read(word)
          list.stars += choice.stars
          list.hidden += choice.hidden
          list.address = choice.address ?? list.address
        } else {
          if let hidden = word.firstHidden(allowingLines: false) {
            throw ExchangeError(
              """
              found the invisible character \(String(Character(hidden)).quoted()); expected \
              \(forms)
              """
            )
          }
          guard word.utf8.count <= longestLine else {
            throw ExchangeError(
              "found a line of \(word.utf8.count) bytes; expected at most \(longestLine)")
          }
          list.stars.append(TalkReference([TalkReference.Name(.word, word)]))
        }
      } catch {
        throw error.inside("line \(number + 1)")
      }
      try checkCount(list.stars.count + list.hidden.count)
    }
    list.stars = list.stars.uniqued
    list.hidden = list.hidden.uniqued
    return list
  }

  static func checkCount(_ count: Int) throws(ExchangeError) {
    guard count <= Choice.limit else {
      throw ExchangeError("found more than \(Choice.limit) talks; expected at most \(Choice.limit)")
    }
  }

  // MARK: JSON

  private static func read(json bytes: [UInt8]) throws(ExchangeError) -> Choice {
    let root: SourceValue
    do throws(SourceError) {
      root = try SourceDocument(json: bytes).root
    } catch {
      throw ExchangeError(error.message, in: "\(error.position)")
    }
    if let lectures = root["lectures"] { return try EventFahrplanFile.read(lectures) }
    if root["sessions"] != nil, root["conference"]?.kind == .object || root["conference"] == nil {
      return try KonfChoice.read(document: root)
    }
    guard root.kind == .array else {
      throw ExchangeError(
        """
        found an object with neither "lectures" nor "sessions"; expected JSON from EventFahrplan, \
        Engelsystem or konf, or a list of codes
        """, in: "\(root.position)")
    }
    var first: SourceValue?
    for element in root.elements where first == nil { first = element }
    guard let first, first.kind == .object else {
      var choice = Choice(.codes)
      choice.stars = try uniqued(ids: root, as: .word)
      return choice
    }
    return first["start_date"] != nil || first["shifttype_id"] != nil
      ? try EngelsystemShifts.read(root) : try KonfChoice.read(records: root)
  }

  /// Returns the elements of a list as references, without duplicates.
  static func uniqued(
    ids list: SourceValue, as kind: TalkReference.Kind
  ) throws(ExchangeError) -> [TalkReference] {
    var found: [TalkReference] = []
    for element in list.elements {
      guard let id = element.idText else {
        throw ExchangeError(
          "found \(element.found); expected a number or a non-empty string",
          in: "\(element.position)")
      }
      found.append(TalkReference([TalkReference.Name(kind, id)]))
      try checkCount(found.count)
    }
    return found.uniqued
  }
}

extension SourceValue {
  /// The integer or the trimmed string as text, or nil if the value is blank or of another kind.
  var idText: String? {
    if let number = integer { return "\(number)" }
    let text = string?.trimmed
    return text?.isEmpty ?? true ? nil : text
  }

  /// Returns the trimmed string of a member, or nil if it is missing, blank or of another kind.
  func text(_ key: String) -> String? {
    let text = self[key]?.content.string?.trimmed
    return text?.isEmpty ?? true ? nil : text
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String { String(self).trimmed }
}
