import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension StoreScript {
  private struct Stop: Error {}

  private func anybody(_ context: Context) -> Entity? {
    context.entities.randomElement(using: &random)
  }

  /// One change, as a program makes it.
  ///
  /// - Parameters:
  ///   - context: The context of this program, or of another one.
  ///   - limit: Observers of this program change numbers from 13 on without end.
  private func change(_ context: Context, limit: Int = 16) {
    guard context.count < 40, let one = anybody(context), let other = anybody(context) else {
      if let one = anybody(context), number(3) > 0 { return one.destroy() }
      context.createEntity(Words(text: "w\(number(5))"))
      return
    }
    switch number(30) {
    case 0: context.createEntity(Number(value: number(limit)))
    case 1: context.createEntity(Words(text: "w\(number(5))"), Selected(value: number(3)))
    case 2: context.createEntity(Words(text: "w\(number(5))"), Color(number: number(9)))
    case 3: context.createEntity(Selected(value: 0))
    case 4: one.set(Number(value: number(limit)))
    case 5, 6: one.set(Words(text: "v\(number(5))"))
    case 7: one.set(Selected(value: number(3)))
    case 8: one.set(Twice(value: number(12)))
    case 9: one.remove(Number.self)
    case 10: one.remove(Words.self)
    case 11: one.destroy()
    case 12: context.setUnique(Focus(value: number(9)))
    case 13: _ = one.clone()
    case 14: if one != other { one.link(to: other, as: Contains.self) }
    case 15: upsert(context)
    case 16:
      // Over a value that was not read nothing is saved; a key is unread if another entity has it.
      if !one.has(UnreadValues.self) { one.set(ScriptKey(value: number(6))) }
    default: changeReferences(context, one, other)
    }
  }

  private func upsert(_ context: Context) {
    let value = number(6)
    context.identity(ScriptKey.self).upsert(ScriptKey(value: value)) {
      $0.set(Words(text: "u\(value)"))
    }
  }

  private func changeReferences(_ context: Context, _ one: Entity, _ other: Entity) {
    switch number(13) {
    case 0, 1: one.link(to: other, as: Parts.self, at: number(4))
    case 2, 3: one.link(to: other, as: Likes.self, number(9), at: number(4))
    case 4: one.unlink(from: other, as: Parts.self)
    case 5: one.modify(Links<Likes>.self) { $0.links.reverse() }
    case 6: context.alias("a\(number(3))").point(to: one)
    case 7: context.alias("a\(number(3))").clear()
    case 8: context.add(Tag(word: "w\(number(9))"), to: one)
    case 9: one.set(Assigned(to: other))
    case 10:
      guard number(4) == 0 else { return }
      one.set(DurableID("id\(number(1 << 30))"))
      // Entities that two programs made at the same time are ordered by their ids.
      if hasOthers { isInOrder = false }
    case 11: one.remove(Links<Parts>.self)
    default: one.remove(Color.self)
    }
  }

  private func changes() { for _ in 0..<1 + number(5) { change(context) } }

  // MARK: Steps

  func step() throws -> Int {
    let kind = number(24)
    // What is undone by value has its position in the file again. If others gave the same to another
    // entity at the same time, the context has it at the end until it is opened again.
    if hasOthers, [8, 9, 10, 17, 21].contains(kind) { isInOrder = false }
    switch kind {
    case 0...3: change(context)
    case 4:
      labels += 1
      context.transaction(label: "Step \(labels)") { changes() }
    case 5...7: transactions(kind)
    case 8, 9: _ = try? undo?.undo()
    case 10: _ = try? undo?.redo()
    case 11:
      let set = context.recordChanges { changes() }
      try? context.apply(set.inverse)
    case 12, 13: _ = try? store?.transaction { changes() }
    case 14:
      _ = try? store?.transaction {
        changes()
        throw Stop()
      }
    case 15:
      _ = try? context.transaction(keeping: [.requires(Number.self, Words.self)]) { changes() }
    case 16: sync()
    case 17: _ = try? store?.transaction { _ = try? undo?.undo() }
    case 18: context.transaction(label: "Typing") { change(context) }
    case 19: if isAlone { change(context) } else { try other() }
    case 20: try refresh()
    case 21: thereAndBack()
    default: fail()
    }
    return kind
  }

  private func transactions(_ kind: Int) {
    switch kind {
    case 5:
      context.transaction {
        changes()
        try? context.transaction {
          changes()
          throw Stop()
        }
        context.transaction { changes() }
      }
    case 6:
      try? context.transaction {
        changes()
        _ = try store?.transaction { changes() }
        throw Stop()
      }
    default: _ = context.proposedChanges { changes() }
    }
  }

  private func sync() {
    guard let entity = anybody(context) else { return }
    var detached = entity.detach()
    detached.set(Words(text: "d\(number(4))"))
    _ = context.sync(detached, policy: .mine)
  }

  /// Undoes the step that was made just now, and makes it again.
  private func thereAndBack() {
    labels += 1
    let label = "Step \(labels)"
    // What an observer derives of numbers it derives again.
    let before = values(without: "Twice")
    context.transaction(label: label) { changes() }
    let after = values(without: "Twice")
    guard undo?.undoLabel == label else { return }
    do {
      try undo?.undo()
      #expect(Self.isSame(values(without: "Twice"), before), "\(label) undone")
      try undo?.redo()
      #expect(Self.isSame(values(without: "Twice"), after), "\(label) redone")
    } catch { Issue.record(error) }
  }

  /// Makes what is written fail: then everything is as it was, for everybody.
  private func fail() {
    let (before, sets, failed) = (values(), mirror, failures)
    rename("\(path)/store.log", "\(path)/store.away")
    mkdir("\(path)/store.log", 0o700)
    if isAlways, number(2) == 0 {
      change(context)
    } else {
      do { try store?.transaction { changes() } } catch { failures += 1 }
    }
    rmdir("\(path)/store.log")
    rename("\(path)/store.away", "\(path)/store.log")
    // What is not kept needs no file.
    if failures > failed {
      #expect(
        Self.isSame(values(), before) && Self.isSame(mirror, sets), "a write that failed")
    }
  }

  // MARK: Others

  /// Another process of the same program changes the file.
  private func other() throws {
    let (others, relations) = newContext()
    let store = ComponentStore(others, in: path, ScriptComponents.all) { 8 }
    try store.load()
    for _ in 0..<1 + number(4) { change(others, limit: 12) }
    try store.save()
    withExtendedLifetime(relations) {}
    (isBehind, hasOthers) = (true, true)
  }

  /// Takes in what others wrote.
  func refresh() throws {
    isInOrder = false
    if number(4) == 0 {
      try store?.load()
      isBehind = false
      return
    }
    let policy = [SyncPolicy.fail, .mine, .theirs][number(3)]
    let (before, wasUnsaved) = (values(), store?.hasUnsavedChanges ?? false)
    let conflicts = try store?.refresh(policy) ?? []
    // A key may be that of a saved value as well.
    let ofValues = conflicts.filter {
      !($0.mine is ScriptKey || $0.mine is Alias.Target)
        && !hasDestroyedTarget($0.mine) && !hasDestroyedTarget($0.theirs)
    }
    #expect(ofValues.isEmpty || wasUnsaved, "\(ofValues)")
    if policy == .fail, !conflicts.isEmpty {
      #expect(Self.isSame(values(), before))
    } else {
      isBehind = false
    }
  }

  /// True for links that one process set while another one destroyed their target.
  private func hasDestroyedTarget(_ value: (any StoredComponent)?) -> Bool {
    let targets =
      (value as? Links<Parts>)?.targets ?? (value as? Links<Likes>)?.targets
      ?? (value as? Links<HasMany<Tag>>)?.targets ?? []
    return targets.contains { !$0.isAlive }
  }

  /// A program of an older version, which knows few components, changes the file.
  func runOlderProgram() throws {
    store = nil
    // A key is free again if one of two entities that had it is destroyed, and the other one has it then.
    let hasKeys = !hasOthers
    let before = shown(try opened(), hasKeys: hasKeys)
    let context = Context()
    let store = ComponentStore(context, in: path, ScriptComponents.older) { 8 }
    try store.load()
    var gone: Set<String> = []
    var touched: Set<String> = []
    try store.transaction {
      for _ in 0...number(3) {
        guard let one = anybody(context), let id = one[DurableID.self]?.text else { continue }
        if number(2) == 0 {
          one.destroy()
          gone.insert(id)
        } else {
          one.set(Words(text: "older"))
          touched.insert(id)
        }
      }
    }
    let after = try opened()
    #expect(shown(after).allSatisfy { !gone.contains($0.id) }, "what was destroyed came back")
    for (id, found) in shown(after, without: gone, hasKeys: hasKeys) where !touched.contains(id) {
      let former = before.first { $0.id == id }?.text
      let isReferring = gone.contains { former?.contains($0) ?? false }
      // What is destroyed may have been an alias.
      let (found, expected) =
        gone.isEmpty
        ? (found, former)
        : (
          Self.withoutAliases(found), former.map(Self.withoutAliases)
        )
      #expect(isReferring || found == expected, "\(id)")
    }
    let found = Set(shown(after).map(\.id))
    #expect(touched.subtracting(gone).isSubset(of: found))
  }

  private static func withoutAliases(_ text: String) -> String {
    text.split(separator: " ").filter { !["a0", "a1", "a2"].contains($0) }.joined(separator: " ")
  }
}
