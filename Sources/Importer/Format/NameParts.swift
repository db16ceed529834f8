import Basics
import ECSKit

struct FirstName: Component, Equatable { var text: String }
struct LastName: Component, Equatable { var text: String }

extension Draft {
  /// Removes the first and the last name, and returns them as one name.
  ///
  /// The result is nil if both names are missing.
  mutating func takeNameParts() -> String? {
    let parts = [self[FirstName.self]?.text, self[LastName.self]?.text].compactMap(\.self)
    self[FirstName.self] = nil
    self[LastName.self] = nil
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
