import Basics
public import ECSKit
import Schedule
import SourceText

// Converters for the formats of other programs. These converters are lenient: a blank string counts
// as missing, a number is read as a string, and a string may have attributes.

extension Converter {
  /// Returns a converter for one-line strings that treats a blank string as missing.
  ///
  /// - Parameter make: Makes the component from the string. Each run of white space in the string
  ///   is collapsed to one space.
  /// - Returns: The converter. It also reads a number as written. From an object with translations,
  ///   it reads the English string, or the first string if there is no English one.
  public static func label<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a string") { value in
      guard let text = value.label else { return .unreadable(value) }
      return text.isEmpty ? .nothing : .component(make(text))
    }
  }

  /// Returns a converter for trimmed strings of a certain form.
  ///
  /// A blank string counts as missing.
  static func label<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (String) -> C?
  ) -> Converter {
    Converter(to: C.self, accepting: accepted) { value in
      guard let text = value.text?.trimmed else { return .unreadable(value) }
      if text.isEmpty { return .nothing }
      return make(text).map { .component($0) } ?? .unreadable(value)
    }
  }

  /// Returns a converter for paragraphs or HTML.
  ///
  /// A blank string counts as missing.
  ///
  /// - Parameter make: Makes the component from the text without markup.
  /// - Returns: The converter. It accepts the same values as ``Converter/label(_:)``.
  public static func prose<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a string") { value in
      guard let text = value.readableText else { return .unreadable(value) }
      return text.isEmpty ? .nothing : .component(make(text))
    }.asProse
  }

  /// A converter for the start date and time of a session, such as 2015-05-18T11:00:00+02:00.
  public static let start = label(accepting: writtenTime) { text in
    WrittenTime(text).map { WrittenStart(time: $0) }
  }

  /// A converter for the end date and time of a session.
  public static let end = label(accepting: writtenTime) { text in
    WrittenTime(text).map { WrittenEnd(time: $0) }
  }

  /// A converter for the time of day when an event begins.
  static let clock = label(accepting: "hour and minute, such as 09:30") { text in
    CivilTime(text).map { DayClock(time: $0) }
  }

  static let length = label(accepting: "hours and minutes, such as 1:30") { text in
    WrittenLength(written: text)
  }

  static let date = label(accepting: "a date such as 2015-05-18") { text in
    WrittenTime(text).map { DayDate(date: $0.date) }
  }

  private static let writtenTime = "date and time, such as 2015-05-18T11:00:00+02:00"
}

extension SourceValue {
  var label: String? { text?.onOneLine }

  /// The text of the value.
  ///
  /// The text of a string is the string, and the text of a number is the number as written. For an
  /// object with translations, the text is the English string, or the first string if there is no
  /// English one. Strings that are not blank are preferred. For an XML element, the text is all
  /// text in the element. Any other value has no text.
  var text: String? {
    let content = content
    if let text = content.string { return text }
    if content.kind == .object {
      if tape.syntax == .xml { return content.textOfElements }
      return content.translation
    }
    return content.numberText
  }

  /// True for the Boolean true, and for the string "true" regardless of case.
  var isTrue: Bool {
    if let bool { return bool }
    // Most values are false, and the first byte shows this without creating a string.
    let first = content.withUTF8 { $0.isEmpty ? 0 : $0[0] }
    return first != UInt8(ascii: "f") && label?.lowercased() == "true"
  }

  /// True if `text` is not nil.
  ///
  /// For most values, the kind alone determines the result. Only an object or an XML element must
  /// be searched for text.
  var hasText: Bool {
    let content = content
    switch content.kind {
    case .string, .number: return true
    case .object: return text != nil
    case .null, .bool, .array: return false
    }
  }

  private var translation: String? {
    let texts = members.compactMap { member in member.value.string.map { (member.key, $0) } }
    let written = texts.filter { !$0.1.isBlank }
    return (written.first { $0.0 == "en" } ?? written.first ?? texts.first)?.1
  }

  private var textOfElements: String? {
    let texts = members.filter { $0.value.isElement }.compactMap(\.value.text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// The elements of a list, or the members of an object that serves as a list.
  ///
  /// For an XML element, the array contains the child elements, without attributes and text.
  var things: [SourceValue] {
    var things: [SourceValue] = []
    forEachThing { things.append($0) }
    return things
  }

  /// Calls the body with each value of `things`, without creating an array.
  @inline(__always)
  func forEachThing(_ body: (SourceValue) -> Void) {
    if kind == .array { return forEachElement(body) }
    let tape = tape
    forEachMember { index, _ in
      let value = SourceValue(tape: tape, index: index)
      if tape.syntax != .xml || value.isElement { body(value) }
    }
  }

  /// Returns the name of a value.
  ///
  /// A string is its own name. The name of an object is the first of the given fields that is not
  /// blank.
  func name(in fields: [String]) -> String? {
    let content = content
    guard content.kind == .object else { return content.label }
    return fields.firstNonNil { field in
      self[field]?.label.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
