// Groups of sources and lists of targets, in random scripts, compared with joins that look at every
// entity. `KONF_LONG` is the number of scripts, and `KONF_SEED` selects one of them.
import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Title: Component, Equatable { var number: Int }
private struct Caption: Component, Equatable { var number: Int }

private enum Likes: Relation {
  typealias Data = Int
}

private enum Parts: Relation {
  static var isFromOne: Bool { true }
  static var deleteRule: DeleteRule { .cascade }
}

/// A group that follows links, and the members that its events report.
private final class FollowedGroup {
  let group: Group
  private let isMember: (Entity) -> Bool
  private let collector: Collector
  private var members: Set<Entity>
  private var collected: Set<Entity>
  private(set) var wrong: String?
  private(set) var moves = 0

  init(_ matcher: Matcher, in context: Context, isMember: @escaping (Entity) -> Bool) {
    group = context.group(matcher)
    self.isMember = isMember
    members = Set(group)
    collected = members
    collector = Collector(group, mode: .net)
    group.observe { [unowned self] event in note(event) }
  }

  private func note(_ event: Event) {
    let isKnown =
      switch event.kind {
      case .added: members.insert(event.entity).inserted
      case .removed: members.remove(event.entity) != nil
      default: members.contains(event.entity)
      }
    if event.kind != .updated { moves += 1 }
    if !isKnown { wrong = "\(event.kind) of \(event.entity)" }
  }

  /// Returns what is wrong, or nil if nothing is.
  func objection(in context: Context, isSettled: Bool) -> String? {
    let naive = context.entities.filter(isMember)
    if group.entities != naive { return "\(group.matcher): \(group.entities), not \(naive)" }
    if context.entities.filter(group.matcher.matches) != naive { return "matches differs" }
    if context.entities.filter(group.contains) != naive { return "contains differs" }
    if !isSettled { return nil }
    if let wrong { return wrong }
    if members != Set(naive) { return "\(group.matcher): the events tell \(members)" }
    for item in collector.drain() {
      if item.kind == .added { collected.insert(item.entity) }
      if item.kind == .removed { collected.remove(item.entity) }
    }
    return collected == members ? nil : "the collector tells \(collected), not \(members)"
  }
}

/// A list of targets, and the rows that its changes make.
private final class FollowedList {
  let owner: Entity
  private let list: EntityList<Never>
  private let naive: () -> [Entity]
  private let isUpdated: (Entity) -> [Int]
  private var rows: [Entity]
  private var facts: [Entity: [Int]] = [:]
  private var changes: [ListChanges] = []

  init<R: Relation>(
    of relation: R.Type, in owner: Entity, _ group: Group, facts: @escaping (Entity) -> [Int]
  ) {
    self.owner = owner
    isUpdated = facts
    naive = {
      var seen: Set<Entity> = []
      return owner.targets(of: relation).filter {
        group.contains($0) && seen.insert($0).inserted
      }
    }
    list = group.list(of: relation, in: owner, showing: Caption.self)
    rows = list.sectionCount == 0 ? [] : list[0]
    list.onChange = { [unowned self] in changes.append($0) }
    _ = remember()
  }

  private func remember() -> [Entity] {
    let present = naive()
    let changed = present.filter { entity in facts[entity].map { $0 != isUpdated(entity) } ?? false
    }
    facts = Dictionary(uniqueKeysWithValues: present.map { ($0, isUpdated($0)) })
    return changed
  }

  func objection() -> String? {
    let present = naive()
    let items = list.sectionCount == 0 ? [] : list[0]
    if items != present { return "list in \(owner): \(items), not \(present)" }
    let before = rows
    let changed = Set(remember())
    defer { changes = [] }
    if changes.count > 1 { return "\(changes.count) changes were handed on" }
    guard let change = changes.first else {
      if before != present { return "no change was handed on" }
      return changed.isEmpty ? nil : "no update of \(changed) was handed on"
    }
    let leaving = Set(change.removed.map(\.item) + change.moved.map(\.source.item))
    rows = rows.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)
    let arriving = (change.inserted + change.moved.map(\.target)).sorted()
    for position in arriving { rows.insert(present[position.item], at: position.item) }
    if rows != present { return "applied, the changes differ: \(change)" }
    let updated = Set(change.updated.map { before[$0.item] })
    let moved = Set(change.moved.map { before[$0.source.item] })
    if !updated.isSubset(of: changed) { return "\(updated) updated, not \(changed)" }
    let missing = changed.subtracting(moved).subtracting(updated)
    return missing.isEmpty ? nil : "no update of \(missing) was handed on"
  }
}

private final class LinkScript {
  private struct Refusal: Error {}

  private let context = Context()
  private let relations: RelationRules?
  private let undo: UndoStack
  private var random: SplitMix64
  private var entities: [Entity] = []
  private var groups: [FollowedGroup] = []
  private var lists: [FollowedList] = []
  private(set) var wrong: String?

  /// The number of times that an entity joined or left a group.
  var moves: Int { groups.reduce(0) { $0 + $1.moves } }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    context.misuseHandler = { _ in }
    relations = seed % 3 > 0 ? RelationRules(Likes.self, Parts.self, in: context) : nil
    undo = UndoStack(context)
    if seed % 4 == 0 {
      // An observer that changes links in response.
      context.group(.all(Title.self)).observe(.updated) { [unowned self] event in
        guard let target = entities.first, event.entity.isAlive, target.isAlive else { return }
        if event.entity.targets(of: Likes.self).contains(target) {
          event.entity.unlink(from: target, as: Likes.self)
        } else {
          event.entity.link(to: target, as: Likes.self, 9, at: 0)
        }
      }
    }
    for _ in 0..<next(10) { change(0) }
    for _ in 0..<3 { follow() }
  }

  private func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func follow() {
    guard !entities.isEmpty else { return }
    let target = entities[next(entities.count)]
    let (context, titled) = (context, context.group(.all(Title.self)))
    func linked<R: Relation>(_ relation: R.Type) {
      switch next(3) {
      case 0:
        groups.append(
          FollowedGroup(.linked(relation, to: target), in: context) {
            context.sources(of: relation, to: target).contains($0)
          })
      case 1:
        groups.append(
          FollowedGroup(
            .none(Caption.self).linked(relation, to: target).all(Title.self), in: context
          ) { entity in
            context.sources(of: relation, to: target).contains(entity) && entity.has(Title.self)
              && !entity.has(Caption.self)
          })
      default:
        let second = entities[next(entities.count)]
        groups.append(
          FollowedGroup(
            Matcher.linked(relation, to: target).linked(Likes.self, to: second), in: context
          ) { entity in
            context.sources(of: relation, to: target).contains(entity)
              && entity[Links<Likes>.self]?.targets.contains(second) ?? false
          })
      }
      // Titles are of interest only where the rule of the group names them.
      let isTitled = next(2) == 0
      lists.append(
        FollowedList(
          of: relation, in: target, isTitled ? titled : context.group(Matcher())
        ) { entity in
          let data = target.links(of: relation).first { $0.target == entity }?.data as? Int
          let title = isTitled ? entity[Title.self]?.number : nil
          return [title, entity[Caption.self]?.number, data].map { $0 ?? -1 }
        })
    }
    if next(2) == 0 { linked(Likes.self) } else { linked(Parts.self) }
    groups.append(
      FollowedGroup(.linked(Likes.self), in: context) { $0.has(Links<Likes>.self) })
  }

  private func change(_ depth: Int) {
    guard entities.count > 3 else { return create() }
    let (entity, other) = (entities[next(entities.count)], entities[next(entities.count)])
    switch next(depth > 2 ? 11 : 13) {
    case 0: create()
    case 1, 2, 3: entity.link(to: other, as: Likes.self, next(3), at: next(3))
    case 4: entity.unlink(from: other, as: Likes.self)
    case 5:
      // The former source loses its link in a separate change.
      context.transaction { _ = entity.link(to: other, as: Parts.self, at: next(3)) }
    case 6: entity.unlink(from: other, as: Parts.self)
    case 7: entity.set(Title(number: next(3)))
    case 8:
      if next(2) == 0 { entity.set(Caption(number: next(3))) } else { entity.remove(Caption.self) }
    case 9:
      let links = entity.links(of: Likes.self).shuffled(using: &random)
      if next(3) == 0 {
        entity.remove(Links<Likes>.self)
      } else if !links.isEmpty {
        entity.set(Links(links.map { Link<Likes>(to: $0.target, $0.data) }))
      }
    case 10: if next(2) == 0 { entity.destroy() } else { entity.remove(Title.self) }
    case 11:
      try? context.transaction { () throws(Refusal) in
        for _ in 0...next(5) { change(depth + 1) }
        check(isSettled: false)
        if next(3) == 0 { throw Refusal() }
      }
    default: context.transaction { for _ in 0...next(5) { change(depth + 1) } }
    }
  }

  private func create() {
    let title = Title(number: next(3))
    guard next(2) == 0, let target = entities.last(where: \.isAlive) else {
      entities.append(context.createEntity(title))
      return
    }
    entities.append(context.createEntity(title, Links([Link<Likes>(to: target, next(3))])))
  }

  private func check(isSettled: Bool) {
    if wrong != nil { return }
    for group in groups {
      wrong = wrong ?? group.objection(in: context, isSettled: isSettled)
    }
    if isSettled { for list in lists { wrong = wrong ?? list.objection() } }
  }

  func run() -> String? {
    for step in 0..<40 {
      switch next(8) {
      case 0: _ = try? undo.undo()
      case 1: _ = try? undo.redo()
      default: change(0)
      }
      check(isSettled: true)
      if let wrong { return "step \(step): \(wrong)" }
      if step % 10 == 9 { follow() }
      if next(20) == 0 { context.shrink() }
    }
    return nil
  }
}

@Suite struct LinkedGroupScriptTests {
  private static let seeds =
    Environment.number("KONF_SEED").map { UInt64($0)...UInt64($0) }
    ?? 1...UInt64(max(60, Environment.number("KONF_LONG") ?? 0))

  @Test("Groups and lists that follow links equal a join over all entities in random scripts")
  func scripts() {
    var moves = 0
    for seed in Self.seeds {
      let script = LinkScript(seed: seed)
      if let wrong = script.run() {
        Issue.record("seed \(seed), \(wrong)")
        return
      }
      moves += script.moves
    }
    // Scripts in which nothing joined would prove nothing.
    #expect(moves > 10)
  }
}
