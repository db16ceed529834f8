public import ECSKit

/// A component that can be encoded and sent across threads.
public protocol PortableComponent: Component, Codable, Sendable {}

/// The names that component types have in portable changes.
///
///     var names = ComponentNames()
///     names.add(Title.self, as: "title")
///     names.add(Rating.self, as: "rating")
///
/// A name is permanent. A value that was encoded under a name is decoded under the same name, even
/// if the type has been renamed.
public struct ComponentNames: Sendable {
  private var types: [String: any PortableComponent.Type] = [:]
  private var names: [ObjectIdentifier: String] = [:]

  /// Creates an empty collection of names.
  public init() {}

  /// Registers the name of a component type.
  ///
  /// - Precondition: Neither the name nor the type is registered yet.
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - name: The name in encoded changes.
  public mutating func add<C: PortableComponent>(_ type: C.Type, as name: String) {
    precondition(
      types[name] == nil && names[ObjectIdentifier(type)] == nil,
      "the component \(type) or the name \(name) was added twice")
    types[name] = type
    names[ObjectIdentifier(type)] = name
  }

  func type(_ name: String) -> (any PortableComponent.Type)? { types[name] }

  func name(of type: any Component.Type) -> String? { names[ObjectIdentifier(type)] }

  var all: [String] { types.keys.sorted() }
}

extension ComponentNames {
  private static let key = CodingUserInfoKey(rawValue: "ECSHistory.ComponentNames")

  /// The `userInfo` for a decoder of ``PortableChanges``.
  ///
  ///     let decoder = JSONDecoder()
  ///     decoder.userInfo = names.userInfo
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.key.map { [$0: self] } ?? [:]
  }

  /// Creates the names from the `userInfo` of a decoder, or returns nil if it contains no names.
  init?(in decoder: any Decoder) {
    guard let names = Self.key.flatMap({ decoder.userInfo[$0] }) as? ComponentNames else {
      return nil
    }
    self = names
  }
}
