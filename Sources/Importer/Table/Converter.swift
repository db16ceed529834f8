public import ECSKit
public import SourceText
import TextBasics

/// Converts the value of a field into a component.
///
/// The converters of the library suit most fields:
///
///     .text { Title(text: $0) }
///     .number(in: 1...Int.max) { TalkIndex(number: $0) }
///
/// Every converter treats null like a missing field.
public struct Converter: Sendable {
  /// What came of a value.
  public enum Outcome<C> {
    /// The value says this.
    case component(C)
    /// The value has this meaning, and a part of it cannot be read.
    case partly(C, unreadable: SourceValue)
    /// The value means that there is no component, as false does for a flag.
    case nothing
    /// The value, or the part of it that is given, cannot be read.
    case unreadable(SourceValue)
  }

  /// The expected value, as messages say it, such as "a text".
  let accepted: String
  let kind: ComponentKind
  /// Reads a value into a draft.
  private(set) var read: @Sendable (SourceValue, inout Draft) -> Conversion
  /// Whether it makes a long text, which most answers do not show.
  private(set) var isProse = false

  /// The result of a conversion; the component is in the draft.
  enum Conversion {
    case component
    /// A unique component.
    case unique
    case nothing
    case unreadable(SourceValue)
    /// The field has no converter.
    case unknown
  }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - accepted: The expected value, with an article: the end of the sentence "expected …".
  ///   - convert: A function of the value alone.
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
  /// This converter, marked as one that makes a long text.
  var asProse: Converter {
    var converter = self
    converter.isProse = true
    return converter
  }

  /// Returns this converter, or, if it makes a long text, one that only checks that there is one where a
  /// filter leaves it out.
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

  /// Returns a converter for texts that are not blank.
  ///
  /// - Parameter make: Makes the component of the text.
  /// - Returns: The converter.
  public static func text<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(C.self, "a text that is not blank") { value, draft in
      guard let text = value.string, !text.isBlank else { return .unreadable(value) }
      var component: C? = make(text)
      draft.move(&component)
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for texts of a certain form.
  ///
  /// - Parameters:
  ///   - accepted: The form, such as "day-hour-minute, such as 18-09-30".
  ///   - make: Makes the component of the text; nil if the text has another form.
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

  /// Returns a converter for short texts in ASCII, which creates no string for them.
  ///
  /// - Parameters:
  ///   - accepted: The form, such as "day-hour-minute, such as 18-09-30".
  ///   - make: Makes the component of the bytes; nil if they have another form.
  /// - Returns: The converter.
  static func code<C: Component & Equatable>(
    accepting accepted: String, _ make: @escaping @Sendable (Span<UInt8>) -> C?
  ) -> Converter {
    Converter(C.self, accepted) { value, draft in
      guard let component = value.withUTF8(make) ?? nil else { return .unreadable(value) }
      draft[C.self] = component
      return C.isUnique ? .unique : .component
    }
  }

  /// Returns a converter for lists of texts that are not blank.
  ///
  /// - Parameter make: Makes the component of the texts.
  /// - Returns: The converter; an empty list counts as missing.
  public static func texts<C: Component & Equatable>(
    _ make: @escaping @Sendable ([String]) -> C
  ) -> Converter {
    Converter(C.self, "a list of texts that are not blank") { value, draft in
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

  /// Returns a converter for whole numbers.
  ///
  /// - Parameters:
  ///   - range: The numbers that are read.
  ///   - make: Makes the component of the number.
  /// - Returns: The converter.
  public static func number<C: Component & Equatable>(
    in range: ClosedRange<Int>, _ make: @escaping @Sendable (Int) -> C
  ) -> Converter {
    let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
    let accepted = "a whole number from \(range.lowerBound) \(end)"
    return Converter(to: C.self, accepting: accepted) { value in
      guard let number = value.integer, range.contains(number) else { return .unreadable(value) }
      return .component(make(number))
    }
  }

  /// Returns a converter for flags: true means that the entity has the component.
  ///
  /// - Parameter flag: The component.
  /// - Returns: The converter; false counts as missing.
  public static func flag<C: Component & Equatable & Sendable>(_ flag: C) -> Converter {
    Converter(to: C.self, accepting: "true or false") { value in
      guard let isSet = value.bool else { return .unreadable(value) }
      return isSet ? .component(flag) : .nothing
    }
  }
}

extension String {
  /// Whether the text is blank; by scalars, which is faster than by characters.
  var isBlank: Bool {
    // A look at the first byte nearly always decides.
    if let first = utf8.first, first > ASCII.space, first < 0x7F { return false }
    return unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}
