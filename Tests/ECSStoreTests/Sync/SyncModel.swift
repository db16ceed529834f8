import ECSKit
import ECSModel
import ECSStore

/// The one of its kind, wherever it is.
struct Focus: StoredComponent, UniqueComponent, Codable, Equatable {
  static let storedName = "focus"
  var value: Int
}

/// A reference to an entity that another device may have destroyed.
struct Friend: StoredComponent, Codable, Equatable {
  static let storedName = "friend"
  var entity: Entity
}

/// Links that are written one at a time.
enum Crew: StoredRelation {
  static let storedName = "crew"
}

/// The expected values in the stores of devices that sync.
enum SyncModel {
  static let components = StoredComponents(
    Health.self, Nickname.self, Focus.self, Friend.self, Links<Crew>.self)
  /// Without the one of its kind, what is said of one entity decides nothing about another one.
  static let componentsOfMany = StoredComponents(
    Health.self, Nickname.self, Friend.self, Links<Crew>.self)

  /// The values of a context, as the log has them.
  static func state(_ context: Context, _ components: StoredComponents) -> [String] {
    var words: [String] = []
    func add<C: StoredComponent>(_ type: C.Type) {
      for entity in context.group(.all(type)) {
        guard let value = entity[type] else { continue }
        let text =
          (value as? Friend).map { $0.entity[DurableID.self]?.text ?? "nobody" }
          ?? (value as? Links<Crew>).map { _ in
            entity.targets(of: Crew.self).compactMap { $0[DurableID.self]?.text }
              .joined(separator: " ")
          }
          ?? (try? value.stored.text) ?? "?"
        words.append("\(entity[DurableID.self]?.text ?? "?") \(type.storedName) \(text)")
      }
    }
    for type in components.types { add(type) }
    return words.sorted()
  }

  /// The values by the rule alone: of each thing the latest value that no entry covers, and nothing of what is
  /// destroyed.
  static func model(_ entries: some Sequence<LogEntry>) -> [String] {
    // An entry about a link has its target as its name.
    let things = Dictionary(grouping: entries.filter { !LogKind.isOwn($0.change.kind) }) {
      [$0.change.target, $0.change.kind, $0.change.name] + $0.change.details
    }
    let last = things.compactMapValues(holding)
    let living = last.values.filter { !$0.change.value.isEmpty }
    let destroyed = Set(
      last.values.filter { $0.change.kind == "entity" && $0.change.value.isEmpty }.map(
        \.change.target))
    // No device has taken it from an earlier holder if the last one was destroyed before both were known.
    let focus = living.filter {
      $0.change.kind == "focus" && !destroyed.contains($0.change.target)
    }.max { ($0.counter, $0.device) < ($1.counter, $1.device) }
    let there = Set(living.map(\.change.target)).subtracting(destroyed)
    let crews = Dictionary(grouping: last.values.filter { $0.change.kind == "crew" }) {
      $0.change.target
    }.compactMapValues { crew($0, among: there) }
    let others = living.filter { $0.change.kind != "crew" }
    let lists = crews.filter { there.contains($0.key) }.map { "\($0.key) crew \($0.value)" }
    return (lists + words(of: others, there, destroyed, focus)).sorted()
  }

  /// The entry about one thing that holds, or a removal.
  private static func holding(_ entries: [LogEntry]) -> LogEntry? {
    func isEarlier(_ first: LogEntry, _ second: LogEntry) -> Bool {
      (first.counter, first.device) < (second.counter, second.device)
    }
    let retractions = entries.filter {
      $0.change.comment == "unsaid" && $0.names[$0.device] > 0
    }
    let said = entries.filter { entry in
      !retractions.contains { retraction in
        retraction.device == entry.device && entry.counter <= retraction.counter
          && entry.counter >= retraction.names[entry.device]
      }
    }
    let uncovered = said.filter { entry in
      !said.contains { other in
        other.device == entry.device && other.counter > entry.counter
          || other.device != entry.device && other.names[entry.device] >= entry.counter
          || other.change.value.isEmpty && other.change.comment.isEmpty
            && isEarlier(entry, other)
      }
    }
    let values = uncovered.filter { !$0.change.value.isEmpty }
    return values.max(by: isEarlier) ?? entries.filter { $0.change.value.isEmpty }.first
  }

  /// The links that hold, in the order of their positions.
  private static func crew(_ entries: [LogEntry], among there: Set<String>) -> String? {
    let links = entries.map(\.change).filter { !$0.value.isEmpty }
    if links.isEmpty { return nil }
    return links.map { change in
      let position = change.value.prefix { $0 != " " }
      return [String(position), change.name] + change.details
    }.sorted { $0.lexicographicallyPrecedes($1) }
      .map { $0[1] }.filter(there.contains).joined(separator: " ")
  }

  private static func words(
    of living: [LogEntry], _ there: Set<String>, _ destroyed: Set<String>, _ focus: LogEntry?
  ) -> [String] {
    living.compactMap { entry in
      let change = entry.change
      if destroyed.contains(change.target) || change.kind == "entity" { return nil }
      if change.kind == "focus", entry != focus { return nil }
      var text = change.value
      if change.kind == "friend" {
        let id = text.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
        text = there.contains(id) ? id : "nobody"
      }
      return "\(change.target) \(change.kind) \(text)"
    }
  }
}
