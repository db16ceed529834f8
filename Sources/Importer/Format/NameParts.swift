import ECSKit
import TextBasics

struct FirstName: Component, Equatable { var text: String }
struct LastName: Component, Equatable { var text: String }

extension Draft {
  /// Removes the parts of a name and returns them as one name, or returns nil if there are none.
  mutating func takeNameParts() -> String? {
    let parts = [self[FirstName.self]?.text, self[LastName.self]?.text].compactMap(\.self)
    self[FirstName.self] = nil
    self[LastName.self] = nil
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
