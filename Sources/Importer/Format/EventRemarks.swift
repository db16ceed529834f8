import ECSKit
import Schedule

/// Facts about an event, stored as text because no component represents them.
///
/// The facts are a delay, a ban on recording, and the people who have a role other than speaker.
/// The import inserts them before the abstract.
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
  mutating func moveRemarks() {
    guard let remarks = take(EventRemarks.self) else { return }
    let text = self[Abstract.self]?.text
    self[Abstract.self] = Abstract(
      text: (remarks.paragraphs + [text].compactMap(\.self)).joined(separator: "\n\n"))
  }
}
