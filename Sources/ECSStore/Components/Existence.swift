import ECSKit

/// A marker of stored entities, independent of their components.
///
/// The value is the position of the entity in the creation order. Removing the marker destroys the
/// entity and all its values in the file, including values of unknown components.
struct Existence: StoredComponent, IdentifyingComponent, UnlistedComponent {
  static let storedName = "entity"
  let order: UInt64

  init(order: UInt64) {
    self.order = order
  }

  var stored: StoredValue { StoredValue(order.description) }

  init(stored: StoredValue) throws {
    // The only valid form has neither a sign nor leading zeros.
    let digits: ClosedRange = UInt8(ascii: "1")...UInt8(ascii: "9")
    guard let order = UInt64(stored.text), let first = stored.text.utf8.first,
      digits.contains(first) || stored.text == "0"
    else {
      throw StoredValueError.text(
        found: stored.text, expected: "a whole number without a sign or leading zeros")
    }
    self.order = order
  }
}
