import Basics
import SourceText

/// A reader and writer for Giggity links, which contain a schedule's URL and the chosen talks.
///
///     https://ggt.gaa.st/#url=https%3A%2F%2Fa.org%2Fs.xml&see=eNqLNjSO1Yk2MjaJBQASSwLv
///
/// The values of `see=` and `del=` are JSON arrays of numbers or strings, compressed with zlib and
/// encoded as base64url.
package enum GiggityLink {
  /// The maximum size of a link, in bytes.
  package static let limit = 1 << 20
  private static let host = "https://ggt.gaa.st/"

  /// Returns true if a string in one line is a Giggity link, even if the link is incomplete.
  ///
  /// The string must be a URL with Giggity's host or with the fields of a Giggity link.
  package static func isLink(_ text: some StringProtocol) -> Bool {
    let start = text.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return false }
    if text.dropFirst(start.hasPrefix("https") ? 8 : 7).lowercased().hasPrefix("ggt.gaa.st") {
      return true
    }
    guard let mark = text.firstIndex(of: "#") else { return false }
    return text[mark...].dropFirst().split(separator: "&").contains {
      $0.hasPrefix("see=") || $0.hasPrefix("del=")
    }
  }

  /// Returns the choice in a link.
  ///
  /// - Throws: `ExchangeError` if a part is missing or damaged.
  package static func read(_ text: some StringProtocol) throws(ExchangeError) -> Choice {
    guard text.utf8.count <= limit else {
      throw ExchangeError(
        "found \(text.utf8.count) bytes; expected at most \(limit)", in: "the link")
    }
    var choice = Choice(.giggity)
    var hasChoice = false
    for field in text.drop(while: { $0 != "#" }).dropFirst().split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? PercentCoding.decoded(parts[1]) : ""
      switch parts[0] {
      case "url": choice.address = value.isEmpty ? nil : value
      case "see":
        choice.stars = try references(value, in: "see")
        hasChoice = true
      case "del":
        choice.hidden = try references(value, in: "del")
        hasChoice = true
      // Later versions of the app may add fields.
      default: break
      }
    }
    guard hasChoice else {
      throw ExchangeError(
        "found a link without see= and del=; expected stars after \"#\", as in links from Giggity",
        in: "the link")
    }
    return choice
  }

  private static func references(
    _ value: String, in field: String
  ) throws(ExchangeError) -> [TalkReference] {
    if value.isEmpty { return [] }
    do throws(ExchangeError) {
      let bytes = try Zlib.inflated(try Base64URL.decoded(value))
      let list: SourceValue
      do throws(SourceError) {
        list = try SourceDocument(json: bytes).root
      } catch {
        throw ExchangeError(error.description)
      }
      guard list.kind == .array else {
        throw ExchangeError("found \(list.found); expected a list of ids")
      }
      return try ChoiceReader.uniqued(ids: list, as: .id)
    } catch {
      throw error.inside(field)
    }
  }

  /// Returns a link with the URL of a schedule and the identifiers of starred and hidden talks.
  ///
  /// If both lists are empty, the link contains an empty list of stars.
  package static func written(address: String, stars: [String], hidden: [String] = []) -> String {
    var link = "\(host)#url=\(PercentCoding.encoded(address))"
    if !stars.isEmpty || hidden.isEmpty { link += "&see=\(field(stars))" }
    if !hidden.isEmpty { link += "&del=\(field(hidden))" }
    return link
  }

  private static func field(_ ids: [String]) -> String {
    var bytes = [ASCII.leftBracket]
    for (place, id) in ids.enumerated() {
      if place > 0 { bytes.append(ASCII.comma) }
      // A JSON number of up to nine digits is safe in any app.
      let isNumber =
        id.utf8.first != ASCII.zero && 1...9 ~= id.utf8.count
        && id.utf8.allSatisfy { ASCII.zero...ASCII.nine ~= $0 }
      if isNumber { bytes += id.utf8 } else { JSONText.append(id, to: &bytes, escaping: .required) }
    }
    return Base64URL.encoded(Zlib.deflated(bytes + [ASCII.rightBracket]))
  }
}

/// The percent-encoding of URLs.
///
/// - SeeAlso: RFC 3986, *Uniform Resource Identifier (URI): Generic Syntax*, 2.
package enum PercentCoding {
  /// Returns a string with all bytes escaped except letters, digits, `-`, `.`, `_` and `~`.
  package static func encoded(_ text: String) -> String {
    text.escapingBytes(with: "%") { byte in
      ASCII.isWord(byte) && byte != ASCII.plus || byte == UInt8(ascii: "~")
    }
  }

  /// Returns a percent-encoded string in decoded form.
  ///
  /// Invalid escapes are left unchanged. Invalid UTF-8 becomes U+FFFD.
  package static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(Hexadecimal.value(of:))
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
