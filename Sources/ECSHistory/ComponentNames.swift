public import ECSKit

/// A component that can be written down and sent to any thread.
public protocol PortableComponent: Component, Codable, Sendable {}

/// The names under which components travel.
///
///     var names = ComponentNames()
///     names.add(Title.self, as: "title")
///     names.add(Rating.self, as: "rating")
///
/// A name is a promise: values that were written under it are read under it, whatever the type is
/// called by then.
public struct ComponentNames: Sendable {
  private var types: [String: any PortableComponent.Type] = [:]
  private var names: [ObjectIdentifier: String] = [:]

  /// Creates names without any.
  public init() {}

  /// Gives a component its name.
  ///
  /// - Precondition: Neither the name nor the type was given before.
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - name: Its name.
  public mutating func add<C: PortableComponent>(_ type: C.Type, as name: String) {
    precondition(
      types[name] == nil && names[ObjectIdentifier(type)] == nil,
      "the component \(type) or the name \(name) was added before")
    types[name] = type
    names[ObjectIdentifier(type)] = name
  }

  /// The type that has a name.
  func type(_ name: String) -> (any PortableComponent.Type)? { types[name] }

  /// The name that a type has.
  func name(of type: any Component.Type) -> String? { names[ObjectIdentifier(type)] }

  /// All names, in alphabetical order.
  var all: [String] { types.keys.sorted() }
}

extension ComponentNames {
  private static let key = CodingUserInfoKey(rawValue: "ECSHistory.ComponentNames")

  /// The `userInfo` that a decoder of ``PortableChanges`` needs.
  ///
  ///     let decoder = JSONDecoder()
  ///     decoder.userInfo = names.userInfo
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.key.map { [$0: self] } ?? [:]
  }

  /// Finds the names that a decoder has; nil if it has none.
  init?(in decoder: any Decoder) {
    guard let names = Self.key.flatMap({ decoder.userInfo[$0] }) as? ComponentNames else {
      return nil
    }
    self = names
  }
}
