import ECSKit
import Schedule

/// Facts that have no component, which are inserted before the abstract of an event.
///
/// These are a delay, a ban on recording, and the people who do not speak, with their roles.
struct EventRemarks: Component, Equatable {
  let paragraphs: [String]

  /// Creates the remarks, or returns nil if there are none.
  init?(
    isDelayed: Bool = false, isRecorded: Bool = true, people: [(role: String, name: String)]
  ) {
    var paragraphs = isDelayed ? ["Delayed."] : []
    if !isRecorded { paragraphs.append("Not recorded.") }
    if !people.isEmpty {
      paragraphs.append(people.map { "\($0.role): \($0.name)" }.joined(separator: "\n"))
    }
    if paragraphs.isEmpty { return nil }
    self.paragraphs = paragraphs
  }
}

extension Draft {
  /// Moves the remarks to the start of the abstract.
  mutating func moveRemarks() {
    guard let remarks = self[EventRemarks.self] else { return }
    self[EventRemarks.self] = nil
    let text = self[Abstract.self]?.text
    self[Abstract.self] = Abstract(
      text: (remarks.paragraphs + [text].compactMap(\.self)).joined(separator: "\n\n"))
  }
}
