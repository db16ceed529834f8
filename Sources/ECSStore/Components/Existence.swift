import ECSKit

/// That an entity is kept, whatever components it has.
///
/// Its value orders entities by their creation. When it is taken back, the entity is destroyed with all
/// values that the file has of it, also those that a program does not know.
struct Existence: StoredComponent, IdentifyingComponent, Codable {
  static let storedName = "entity"
  let order: UInt64

  init(order: UInt64) {
    self.order = order
  }

  init(from decoder: any Decoder) throws {
    order = try decoder.singleValueContainer().decode(UInt64.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(order)
  }
}
