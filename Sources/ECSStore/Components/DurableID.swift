public import ECSKit
import TextBasics

/// What an entity is called in stores and snapshots, for ever.
///
/// A handle ends with its context; an id stays. A store gives one to each entity that it keeps, and a
/// component refers to another entity by its id:
///
///     struct Member: StoredComponent, Codable, Equatable {
///       static let storedName = "member"
///       var of: DurableID
///     }
///     player.set(Member(of: team.durableID()))
///     context.entity(player[Member.self]!.of)  // team
public struct DurableID: Component, Hashable, Sendable, CustomStringConvertible {
  /// The id as a text.
  public let text: String

  /// Creates an id of a text that identifies the entity, such as its number in another system.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns an id that was never given before: 128 random bits as hexadecimal digits.
  ///
  /// - Parameter generator: The source of the bits.
  /// - Returns: The id.
  public static func random(using generator: inout some RandomNumberGenerator) -> DurableID {
    DurableID(DeviceID.random(using: &generator).description)
  }

  /// The id as a text.
  public var description: String { text }
}

extension DurableID: IdentifyingComponent {}

extension DurableID: Codable {
  /// Reads an id; in a snapshot that is restored under new ids, the one that replaced it.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if there is no text.
  public init(from decoder: any Decoder) throws {
    let id = DurableID(try decoder.singleValueContainer().decode(String.self))
    self = StoredReading.of(decoder)?.remapping[id] ?? id
  }

  /// Writes the text.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Context {
  /// Returns the entity that has an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The entity; nil if no entity has it.
  /// - Complexity: O(1) expected; the first call makes an index of all ids.
  public func entity(_ id: DurableID) -> Entity? {
    index(unique: \DurableID.text)[id.text].first
  }
}

extension Entity {
  /// Returns the id of the entity, after giving it one if it has none.
  ///
  /// - Returns: The id.
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
