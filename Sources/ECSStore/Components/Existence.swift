import ECSKit

/// That an entity is kept, whatever components it has.
///
/// Its value orders entities by their creation. When it is taken back, the entity is destroyed with all
/// values that the file has of it, also those that a program does not know.
struct Existence: StoredComponent, IdentifyingComponent {
  static let storedName = "entity"
  let order: UInt64

  init(order: UInt64) {
    self.order = order
  }

  var stored: StoredValue { StoredValue(order.description) }

  init(stored: StoredValue) throws {
    // It has one form, without a sign and without zeros before it.
    let digits: ClosedRange = UInt8(ascii: "1")...UInt8(ascii: "9")
    guard let order = UInt64(stored.text), let first = stored.text.utf8.first,
      digits.contains(first) || stored.text == "0"
    else {
      throw StoredValueError.text(
        found: stored.text, expected: "a position in the order of creation")
    }
    self.order = order
  }
}
