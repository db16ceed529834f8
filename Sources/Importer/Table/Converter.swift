public import ECSKit

/// How the value of a field becomes a component.
///
/// Most fields are served by the converters that come with the library:
///
///     .text { Title(text: $0) }
///     .number(in: 1...Int.max) { TalkIndex(number: $0) }
///
/// A value of null is as good as no field at all, for every converter.
public struct Converter: Sendable {
  /// What came of a value.
  public enum Outcome<C> {
    /// The value says this.
    case component(C)
    /// The value says that there is nothing, as false does for a flag.
    case nothing
    /// The value, or the part of it that is given, can not be read.
    case unreadable(SourceValue)
  }

  /// What is read, as messages say it, such as "a text".
  let accepted: String
  let kind: ComponentKind
  let convert: @Sendable (SourceValue) -> Outcome<Draft.Part>

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - accepted: What is read, with an article: the end of the sentence "expected …".
  ///   - convert: A function of the value alone.
  public init<C: Component & Equatable>(
    to type: C.Type, accepting accepted: String,
    convert: @escaping @Sendable (SourceValue) -> Outcome<C>
  ) {
    self.accepted = accepted
    kind = ComponentKind(type)
    self.convert = { value in
      switch convert(value) {
      case .component(let component): .component(component)
      case .nothing: .nothing
      case .unreadable(let part): .unreadable(part)
      }
    }
  }
}

extension Converter {
  /// Returns a converter for texts that are not blank.
  ///
  /// - Parameter make: Makes the component of the text.
  /// - Returns: The converter.
  public static func text<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    text(accepting: "a text that is not blank") { text in
      text.isBlank ? nil : make(text)
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
    Converter(to: C.self, accepting: accepted) { value in
      value.string.flatMap(make).map { .component($0) } ?? .unreadable(value)
    }
  }

  /// Returns a converter for lists of texts that are not blank.
  ///
  /// - Parameter make: Makes the component of the texts.
  /// - Returns: The converter; an empty list says that there is nothing.
  public static func texts<C: Component & Equatable>(
    _ make: @escaping @Sendable ([String]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a list of texts that are not blank") { value in
      guard value.kind == .array else { return .unreadable(value) }
      var texts: [String] = []
      for element in value.elements {
        guard let text = element.string, !text.isBlank else {
          return .unreadable(element)
        }
        texts.append(text)
      }
      return texts.isEmpty ? .nothing : .component(make(texts))
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

  /// Returns a converter for flags: true says that the entity has the component.
  ///
  /// - Parameter flag: The component.
  /// - Returns: The converter; false says that there is nothing.
  public static func flag<C: Component & Equatable & Sendable>(_ flag: C) -> Converter {
    Converter(to: C.self, accepting: "true or false") { value in
      guard let isSet = value.bool else { return .unreadable(value) }
      return isSet ? .component(flag) : .nothing
    }
  }
}

extension String {
  /// Whether there is nothing to see; by scalars, which is quicker than by characters.
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
