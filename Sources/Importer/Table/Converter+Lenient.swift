public import ECSKit
import Schedule
import SourceText
import TextBasics

// Formats of other programs are read as their writers meant them: a blank text counts as missing, a
// number may be written as a text, and a text may have attributes.

extension Converter {
  /// Returns a converter for texts of one line; a blank one counts as missing.
  ///
  /// - Parameter make: Makes the component of the text, in which each run of white space is one blank.
  /// - Returns: The converter, which also reads a number as it is written, and the first text of an
  ///   object with a text for each language.
  public static func label<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a text") { value in
      guard let text = value.label else { return .unreadable(value) }
      return text.isEmpty ? .nothing : .component(make(text))
    }
  }

  /// Returns a converter for texts of a certain form without the blanks around them.
  ///
  /// - Parameters:
  ///   - accepted: The form.
  ///   - make: Makes the component of the text; nil if the text has another form.
  /// - Returns: The converter; a blank text counts as missing.
  static func label<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (String) -> C?
  ) -> Converter {
    Converter(to: C.self, accepting: accepted) { value in
      guard let text = value.text?.trimmed else { return .unreadable(value) }
      if text.isEmpty { return .nothing }
      return make(text).map { .component($0) } ?? .unreadable(value)
    }
  }

  /// Returns a converter for texts with paragraphs, or HTML; a blank one counts as missing.
  ///
  /// - Parameter make: Makes the component of the text as people read it.
  /// - Returns: The converter, which reads the same as one for labels.
  public static func prose<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a text") { value in
      guard let text = value.readableText else { return .unreadable(value) }
      return text.isEmpty ? .nothing : .component(make(text))
    }.asProse
  }

  /// A converter for the date and time at which a session starts, such as 2015-05-18T11:00:00+02:00.
  public static let start = label(accepting: writtenTime) { text in
    WrittenTime(text).map { WrittenStart(time: $0) }
  }

  /// A converter for the date and time at which a session ends.
  public static let end = label(accepting: writtenTime) { text in
    WrittenTime(text).map { WrittenEnd(time: $0) }
  }

  /// A converter for the time of day that an event begins at.
  static let clock = label(accepting: "hour and minute, such as 09:30") { text in
    CivilTime(text).map { DayClock(time: $0) }
  }

  /// A converter for the length of an event.
  static let length = label(accepting: "hours and minutes, such as 1:30") { text in
    Duration(written: text).map { WrittenLength(duration: $0) }
  }

  /// A converter for the date of a day.
  static let date = label(accepting: "a date such as 2015-05-18") { text in
    WrittenTime(text).map { DayDate(date: $0.date) }
  }

  private static let writtenTime = "date and time, such as 2015-05-18T11:00:00+02:00"
}

extension SourceValue {
  /// The text on one line, or the number as it is written; nil for anything else.
  var label: String? { text?.onOneLine }

  /// The text, or the number as it is written; nil for anything else.
  ///
  /// If there is a text for each language, it is the first one; for an XML element, all texts in it.
  var text: String? {
    let content = content
    if let text = content.string { return text }
    if content.kind == .object {
      if tape.syntax == .xml { return content.textOfElements }
      for member in content.members {
        if let text = member.value.string { return text }
      }
    }
    return content.numberText
  }

  /// Whether there is a `text`; it is made only if markup has to be searched for it.
  var hasText: Bool {
    let content = content
    switch content.kind {
    case .string, .number: return true
    case .object: return text != nil
    case .null, .bool, .array: return false
    }
  }

  /// The texts of all elements in an XML element, as paragraphs; nil if there is none.
  private var textOfElements: String? {
    let texts = members.filter { $0.value.isElement }.compactMap(\.value.text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// The elements of a list, the members of an object that holds a list, or nothing.
  ///
  /// In XML these are the elements in an element, and neither its attributes nor its text.
  var things: [SourceValue] {
    var things: [SourceValue] = []
    if kind == .array {
      forEachElement { things.append($0) }
    } else {
      let tape = tape
      forEachMember { index, _ in
        let value = SourceValue(tape: tape, index: index)
        if tape.syntax != .xml || value.isElement { things.append(value) }
      }
    }
    return things
  }

  /// The name of a thing: the thing itself if it is a text, else the first of some fields that is
  /// not blank.
  func name(in fields: [String]) -> String? {
    let content = content
    guard content.kind == .object else { return content.label }
    return fields.firstNonNil { field in
      self[field]?.label.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
