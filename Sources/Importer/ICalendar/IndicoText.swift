import Basics
import ECSKit
import SourceText

/// The description of a talk in an Indico calendar, split into speakers and text.
///
/// Indico writes the speakers in the first paragraph, because its calendars have no other field for
/// them. In most of its calendars, the paragraph also names the authors.
struct IndicoText: Component, Equatable {
  /// The names in the first paragraph.
  ///
  /// The array is empty if the paragraph contains no names or is ambiguous.
  let speakers: [String]
  /// The readable text after the speakers.
  ///
  /// The last line is omitted if it is the address of the event.
  let text: String

  /// Splits the description of an Indico talk or session, or returns nil for any other event.
  init?(of event: CalendarEvent) {
    guard let form = event.uid.flatMap({ Form(uid: $0) }),
      let written = event.value["DESCRIPTION"]?.text
    else { return nil }
    var rest = written[...]
    var speakers: [String] = []
    // An ambiguous list remains in the text.
    if let (list, text) = Self.splitSpeakers(from: rest, form),
      let names = Self.names(in: list, form)
    {
      (speakers, rest) = (names, text)
    }
    if let address = event.text("URL"), rest.hasSuffix(address) {
      let before = rest.dropLast(address.count)
      if before.isEmpty || before.hasSuffix("\n") { rest = before }
    }
    self.speakers = speakers
    text = String(rest).withoutHTML
  }

  /// Returns the contribution number in the identifier of an event, or nil for other identifiers.
  ///
  /// Indico's other exports contain this number.
  static func number(of uid: String) -> String? {
    guard uid.hasPrefix(contribution), Form(uid: uid) == .fullNames else { return nil }
    return String(uid.dropFirst(contribution.count).prefix { $0 != "@" })
  }

  private static let contribution = "indico-contribution-"

  private enum Form {
    /// Full names, as in "Speakers: Ann Example (Lab), Bob Example".
    ///
    /// The list ends with a blank line.
    case fullNames
    /// Family names first, as in "Speakers: Example, Ann (Lab), Example, Bob ()".
    ///
    /// The list ends with a line feed.
    case familyNamesFirst

    /// Determines the form from an identifier, or returns nil for an identifier of another kind.
    ///
    /// The list contains full names if the identifier has one number before the character "@". If
    /// the identifier has two numbers there, the list contains family names first.
    init?(uid: String) {
      guard let start = [contribution, "indico-session-block-"].first(where: uid.hasPrefix)
      else { return nil }
      let numbers = uid.dropFirst(start.count).prefix { $0 != "@" }.split(
        separator: "-", omittingEmptySubsequences: false)
      guard 1...2 ~= numbers.count,
        numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
      else { return nil }
      self = numbers.count == 1 ? .fullNames : .familyNamesFirst
    }
  }

  /// Splits a string after the paragraph with the speakers.
  ///
  /// The result is nil if the string has no such paragraph.
  private static func splitSpeakers(
    from text: Substring, _ form: Form
  ) -> (list: Substring, rest: Substring)? {
    let mark = "Speakers: "
    guard text.hasPrefix(mark) else { return nil }
    let list = text.dropFirst(mark.count)
    guard let end = list.firstRange(of: form == .fullNames ? "\n\n" : "\n") else {
      return (list, "")
    }
    return (list[..<end.lowerBound], list[end.upperBound...])
  }

  /// Returns the names in a list of speakers, or nil if the list is malformed.
  private static func names(in list: Substring, _ form: Form) -> [String]? {
    guard let parts = parts(of: list) else { return nil }
    var names: [String] = []
    switch form {
    case .fullNames: names = parts.map(withoutAffiliation)
    case .familyNamesFirst:
      guard parts.count.isMultiple(of: 2) else { return nil }
      for place in stride(from: 0, to: parts.count, by: 2) {
        let (family, given) = (parts[place], parts[place + 1])
        // Each name has one comma and a possibly empty affiliation in brackets.
        if family.hasSuffix(")") || !given.hasSuffix(")") { return nil }
        names.append("\(withoutAffiliation(given)) \(family)".onOneLine)
      }
    }
    return names.contains("") ? nil : names.uniqued
  }

  /// Splits a list at the commas outside brackets, or returns nil if the brackets are unbalanced.
  private static func parts(of list: Substring) -> [String]? {
    var parts: [String] = []
    var depth = 0
    var start = list.startIndex
    for index in list.utf8.indices {
      switch list.utf8[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case ASCII.comma where depth == 0:
        parts.append(String(list[start..<index]).onOneLine)
        start = list.utf8.index(after: index)
      default: break
      }
      if depth < 0 { return nil }
    }
    parts.append(String(list[start...]).onOneLine)
    return depth == 0 ? parts : nil
  }

  /// Removes the affiliation in brackets from the end of a name.
  private static func withoutAffiliation(_ name: String) -> String {
    guard name.hasSuffix(")") else { return name }
    var depth = 0
    for index in name.utf8.indices.reversed() {
      switch name.utf8[index] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("): depth -= 1
      default: break
      }
      if depth == 0 { return String(name[..<index]).onOneLine }
    }
    return name
  }
}
