// Converters from the value of a field to a component, and the converters for common types of
// values. Tables contain converters by field name, and RecordReader runs the converters for each
// record. The result of a converter depends only on the value, so importing an unchanged file
// changes nothing.

import Basics
public import ECSKit
public import SourceText

/// A function that converts the value of a field to a component.
///
/// The built-in converters suit most fields:
///
///     .text { Title(text: $0) }
///     .number(in: 1...Int.max) { TalkIndex(number: $0) }
///
/// Every converter treats null as a missing field.
public struct Converter: Sendable {
  /// The result of a conversion.
  public enum Outcome<C> {
    /// The component for the value.
    case component(C)
    /// A component made from the readable part of the value, and the unreadable part.
    case partly(C, unreadable: SourceValue)
    /// No component; for example, because a flag has the value false.
    case nothing
    /// The unreadable value, or its unreadable part.
    case unreadable(SourceValue)
  }

  /// The expected value for messages, such as "a string".
  let accepted: String
  let kind: ComponentKind
  private(set) var read: @Sendable (SourceValue, inout Draft) -> Conversion
  /// True if the converter makes prose, such as an abstract.
  ///
  /// Most commands do not show prose.
  private(set) var isProse = false
  /// The known fields of the objects within a value, or nil if the values contain no objects.
  private(set) var partFields: Set<String>?

  enum Conversion {
    case component
    case unique
    case nothing
    case unreadable(SourceValue)
    case unknown
  }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - accepted: The expected value with an article, to complete the sentence "expected …".
  ///   - convert: Converts a value. The result must depend only on the value.
  public init<C: Component & Equatable>(
    to type: C.Type, accepting accepted: String,
    convert: @escaping @Sendable (SourceValue) -> Outcome<C>
  ) {
    self.accepted = accepted
    kind = ComponentKind(type)
    read = { value, draft in
      switch convert(value) {
      case .component(let component):
        draft[C.self] = component
        return C.isUnique ? .unique : .component
      case .partly(let component, let part):
        draft[C.self] = component
        return .unreadable(part)
      case .nothing: return .nothing
      case .unreadable(let part): return .unreadable(part)
      }
    }
  }
}

extension Converter {
  /// Returns a copy of the converter that knows the fields of the objects in a value.
  ///
  /// Other fields of these objects are reported as unknown.
  func withParts(_ fields: Set<String>) -> Converter {
    var converter = self
    converter.partFields = fields
    return converter
  }

  var asProse: Converter {
    var converter = self
    converter.isProse = true
    return converter
  }

  /// Returns a copy of the converter that skips prose unless it passes a filter.
  ///
  /// All other values are read. Skipped values are still checked, so the copy reports the same
  /// issues.
  func reading(_ filter: WordFilter) -> Converter {
    guard isProse else { return self }
    var converter = self
    let read = read
    converter.read = { value, draft in
      if filter.mayHaveWord(in: value) { return read(value, &draft) }
      return value.hasText ? .nothing : .unreadable(value)
    }
    return converter
  }

  private init<C: Component & Equatable>(
    _ type: C.Type, _ accepted: String,
    _ read: @escaping @Sendable (SourceValue, inout Draft) -> Conversion
  ) {
    self.accepted = accepted
    kind = ComponentKind(type)
    self.read = read
  }

  /// Returns a converter for nonblank strings.
  ///
  /// - Parameter make: Makes the component from the string.
  /// - Returns: The converter.
  public static func text<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(C.self, "a non-blank string") { value, draft in
      guard let text = value.string, !text.isBlank else { return .unreadable(value) }
      var component: C? = make(text)
      draft.move(&component)
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for strings of a certain form.
  ///
  /// - Parameters:
  ///   - accepted: The expected form for messages, such as "day-hour-minute, such as 18-09-30".
  ///   - make: Makes the component from the string, or returns nil if the string is malformed.
  /// - Returns: The converter.
  public static func text<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (String) -> C?
  ) -> Converter {
    Converter(C.self, accepted) { value, draft in
      guard let text = value.string, let component = make(text) else { return .unreadable(value) }
      draft[C.self] = component
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for short ASCII strings that reads their bytes without creating a string.
  static func code<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (Span<UInt8>) -> C?
  ) -> Converter {
    Converter(C.self, accepted) { value, draft in
      guard let component = value.withUTF8(make) ?? nil else { return .unreadable(value) }
      draft[C.self] = component
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for lists of nonblank strings.
  ///
  /// - Parameter make: Makes the component from the strings.
  /// - Returns: The converter. It treats an empty list as a missing field.
  public static func texts<C: Component & Equatable>(
    _ make: @escaping @Sendable ([String]) -> C
  ) -> Converter {
    Converter(C.self, "a list of non-blank strings") { value, draft in
      guard value.kind == .array else { return .unreadable(value) }
      var texts: [String] = []
      texts.reserveCapacity(value.sizeOfInsides)
      var fault: SourceValue?
      value.forEachElement { element in
        if let text = element.string, !text.isBlank {
          texts.append(text)
        } else if fault == nil {
          fault = element
        }
      }
      if let fault { return .unreadable(fault) }
      if texts.isEmpty { return .nothing }
      var component: C? = make(texts)
      draft.move(&component)
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for integers.
  ///
  /// - Parameters:
  ///   - range: The accepted numbers.
  ///   - make: Makes the component from the number.
  /// - Returns: The converter.
  public static func number<C: Component & Equatable>(
    in range: ClosedRange<Int>, _ make: @escaping @Sendable (Int) -> C
  ) -> Converter {
    let (least, most) = (range.lowerBound, range.upperBound)
    let accepted =
      most == .max
      ? "a whole number of at least \(least)" : "a whole number from \(least) to \(most)"
    return Converter(to: C.self, accepting: accepted) { value in
      guard let number = value.integer, range.contains(number) else { return .unreadable(value) }
      return .component(make(number))
    }
  }

  /// Returns a converter that adds a component if the value is true.
  ///
  /// - Parameter flag: The component to add.
  /// - Returns: The converter. It treats false as a missing field.
  public static func flag<C: Component & Equatable & Sendable>(_ flag: C) -> Converter {
    Converter(to: C.self, accepting: "true or false") { value in
      guard let isSet = value.bool else { return .unreadable(value) }
      return isSet ? .component(flag) : .nothing
    }
  }
}

extension String {
  /// True if the string is blank.
  ///
  /// The test uses scalars, because testing characters is slower.
  var isBlank: Bool {
    // The first byte nearly always decides.
    if let first = utf8.first, first > ASCII.space, first < 0x7F { return false }
    return unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}
