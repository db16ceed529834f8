import ECSKit
import Schedule

// Formats of other programs are read as their writers meant them: a blank text says that there is
// nothing, a number may be written as a text, and attributes may stand beside a text.

extension Converter {
  /// Returns a converter for texts without the blanks around them; a blank one says nothing.
  ///
  /// - Parameter make: Makes the component of the text.
  /// - Returns: The converter, which also reads a number as it is written, and of an object with a
  ///   text for each language the first.
  static func label<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    label(accepting: "a text") { make($0) }
  }

  /// Returns a converter for texts of a certain form without the blanks around them.
  ///
  /// - Parameters:
  ///   - accepted: The form.
  ///   - make: Makes the component of the text; nil if the text has another form.
  /// - Returns: The converter; a blank text says nothing.
  static func label<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (String) -> C?
  ) -> Converter {
    Converter(to: C.self, accepting: accepted) { value in
      guard let text = value.label else { return .unreadable(value) }
      if text.isEmpty { return .nothing }
      return make(text).map { .component($0) } ?? .unreadable(value)
    }
  }

  /// A converter for the date and time that an event begins at.
  static let start = label(accepting: writtenTime) { text in
    WrittenTime(text).map { WrittenStart(time: $0) }
  }

  /// A converter for the date and time that an event ends at.
  static let end = label(accepting: writtenTime) { text in
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
  /// The text without the blanks around it, or the number as it is written; nil for anything else.
  var label: String? {
    let content = content
    if let text = content.string { return text.trimmed }
    if content.kind == .object {
      // A text for each language.
      for member in content.members {
        if let text = member.value.string { return text.trimmed }
      }
    }
    return content.numberText
  }

  /// The elements of a list, the members of an object that holds a list, or nothing.
  var things: [SourceValue] {
    switch kind {
    case .array: Array(elements)
    case .object: members.map(\.value)
    default: []
    }
  }

  /// The name of a thing: the thing itself if it is a text, else the first of some fields.
  func name(in fields: [String]) -> String? {
    guard content.kind == .object else { return label }
    return fields.lazy.compactMap { self[$0]?.label }.first
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    // Most texts begin and end with a letter.
    if let first = utf8.first, let last = utf8.last, ASCII.space + 1..<0x80 ~= first,
      ASCII.space + 1..<0x80 ~= last
    {
      return self
    }
    let scalars = unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
