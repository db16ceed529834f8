import Basics
import ECSKit

/// A title that contains the names of the speakers, as pretalx writes it: "Title - Ada, Bob".
struct SplitTitle: Component, Equatable {
  /// The dashes between titles and names, as pretalx and schedule-convert write them.
  static let dashes = [" - ", " — "]

  let title: String
  let speakers: [String]

  /// Splits a string into a title and a list of names, or returns nil if it has no such list.
  ///
  /// A dash at the end of the string stands for an empty list.
  init?(_ text: String, dash: String) {
    if text.hasSuffix(dash.dropLast()) {
      title = text.dropLast(2).trimmedLabel
      speakers = []
      if title.isEmpty { return nil }
      return
    }
    guard let place = Self.lastPlace(of: dash, in: text) else { return nil }
    title = text[..<place].trimmedLabel
    speakers = text[place...].dropFirst(3).split(separator: ",").map { $0.trimmedLabel }
    guard !title.isEmpty, !speakers.isEmpty, speakers.allSatisfy(Self.isName) else { return nil }
  }

  private static func lastPlace(of dash: String, in text: String) -> String.Index? {
    let units = text.utf8
    var index = units.endIndex
    while index > units.startIndex {
      index = units.index(before: index)
      if units[index...].starts(with: dash.utf8) { return index }
    }
    return nil
  }

  /// Returns true if a string may be the name of a person.
  ///
  /// A name has up to six words. It contains no digits, question marks, exclamation marks, colons
  /// or semicolons, and its brackets are balanced.
  private static func isName(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return 1...6 ~= words.count && text.contains(where: \.isLetter)
      && !text.hasSuffix("-") && text.hasBalancedBrackets
      && !text.contains { "?!:;".contains($0) || $0.isNumber }
  }
}

extension String {
  fileprivate var hasBalancedBrackets: Bool {
    var depth = 0
    for byte in utf8 where depth >= 0 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
    }
    return depth == 0
  }
}

extension Substring {
  fileprivate var trimmedLabel: String { String(self).onOneLine }
}
