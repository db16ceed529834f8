/// The thing a change is about.
///
/// A log has many changes about few things. As an object, what names a thing is kept once for all of
/// them, and an entry is copied without touching five texts.
final class LogSubject: Hashable, Sendable {
  let scope: String
  let kind: String
  let target: String
  let title: String
  let people: [String]

  init(scope: String, kind: String, target: String, title: String, people: [String]) {
    self.scope = scope
    self.kind = kind
    self.target = target
    self.title = title
    self.people = people
  }

  static func == (first: LogSubject, second: LogSubject) -> Bool {
    first === second
      || first.scope == second.scope && first.kind == second.kind && first.target == second.target
        && first.title == second.title && first.people == second.people
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(kind)
    hasher.combine(target)
    hasher.combine(title)
    hasher.combine(people)
  }
}
