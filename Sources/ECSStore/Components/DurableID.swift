import Basics
public import ECSKit

/// The permanent id of an entity in stores and snapshots.
///
/// A handle is valid only in one context, but an id is permanent. A store assigns an id to each
/// entity that it saves. Components can refer to other entities by id:
///
///     struct Member: StoredComponent, Codable, Equatable {
///       static let storedName = "member"
///       var of: DurableID
///     }
///     player.set(Member(of: team.durableID()))
///     context.entity(player[Member.self]!.of)  // team
public struct DurableID: Component, Hashable, Sendable, CustomStringConvertible {
  /// The text of the id.
  public let text: String

  /// Creates an id with the given text.
  ///
  /// - Parameter text: A string that identifies the entity, such as its number in another system.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns a new id: 128 random bits as hexadecimal digits.
  ///
  /// - Parameter generator: The source of the bits.
  /// - Returns: A new id.
  public static func random(using generator: inout some RandomNumberGenerator) -> DurableID {
    DurableID(DeviceID.random(using: &generator).description)
  }

  /// The text of the id.
  public var description: String { text }
}

extension DurableID: IdentifyingComponent {}

extension DurableID: Codable {
  /// Creates an id by decoding a string.
  ///
  /// If a snapshot is restored with new ids, the result is the new id.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the value is not a string.
  public init(from decoder: any Decoder) throws {
    let id = DurableID(try decoder.singleValueContainer().decode(String.self))
    self = StoredReading.of(decoder)?.remapping[id] ?? id
  }

  /// Encodes the text of the id.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Context {
  /// Returns the entity with an id.
  ///
  /// - Parameter id: The id of the entity.
  /// - Returns: The entity, or nil if no entity has the id.
  /// - Complexity: O(1) expected; the first call creates an index of all ids.
  public func entity(_ id: DurableID) -> Entity? {
    index(unique: \DurableID.text)[id.text].first
  }
}

extension Entity {
  /// Returns the id of the entity, and creates one if necessary.
  ///
  /// - Returns: The existing or new id.
  /// - Complexity: O(1) expected.
  @discardableResult
  public func durableID() -> DurableID {
    if let id = self[DurableID.self] { return id }
    var generator = SystemRandomNumberGenerator()
    let id = DurableID.random(using: &generator)
    set(id)
    return id
  }
}
