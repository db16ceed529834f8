public import ECSKit

/// A context whose components are kept in a file.
///
///     let store = ComponentStore(context, in: "/home/me/.local/share/game", StoredComponents(Stats.self))
///     try store.load()
///     try store.transaction(at: now) { hero.set(Stats(strength: 7)) }
///
/// A transaction is on the disk when it returns, or it is rolled back and throws: what the context
/// shows is what the file keeps. The file is an append-only log with all promises of the article
/// <doc:Durability>.
public final class ComponentStore {
  /// What an entity is called in the log, with the value that is kept or removed.
  package typealias Naming = (Entity, any StoredComponent) -> LogSubject

  private let context: Context
  private let log: ChangeLog?
  private let components: StoredComponents
  private let naming: Naming?

  /// Creates a store; nothing is read or made.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - folder: The path of the folder; the first transaction makes it if it is missing.
  ///   - name: The name of the file in the folder.
  ///   - components: The components that are kept. All values of other components live as long as the
  ///     context.
  public convenience init(
    _ context: Context, in folder: String, name: String = "store.log",
    _ components: StoredComponents
  ) {
    self.init(context, ChangeLog(folder: folder, name: name), components, naming: nil)
  }

  /// Creates a store whose entities have names of their own in the log.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - log: The log; nil keeps nothing.
  ///   - components: The components that are kept.
  ///   - naming: Returns what an entity is called; nil for its ``DurableID``.
  package init(
    _ context: Context, _ log: ChangeLog?, _ components: StoredComponents, naming: Naming?
  ) {
    self.context = context
    self.log = log
    self.components = components
    self.naming = naming
  }

  /// Sets what the file keeps on the entities of the context, and creates those that are missing.
  ///
  /// What cannot be read stays in the file, and stands in the ``UnreadValues`` of its entity.
  ///
  /// - Returns: The number of lines that are damaged.
  /// - Throws: ``StoreError`` if there is a file and it cannot be read.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes of the file.
  @discardableResult
  public func load() throws(StoreError) -> Int {
    guard let contents = try log?.read() else { return 0 }
    let stored = StoredEntity.all(of: contents.entries.lastWords())
    context.transaction { _ = context.restore(stored, components) }
    return contents.damageCount
  }

  /// Makes changes of the context and of the file, or none.
  ///
  /// Of each component that is kept the net change is written; entities get a ``DurableID`` on the way.
  /// Observers are notified after everything is on the disk. What they change in response is not
  /// written.
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their change set.
  ///   - time: The time now, in seconds since 1970 in UTC; it is kept, and decides nothing.
  ///   - body: The changes to make.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError`` if the file cannot be written or a component cannot be stored, or what
  ///   the body throws; everything is then as it was.
  /// - Complexity: That of the body, plus O(*n*) in the number of bytes of the file.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, at time: Int64, _ body: () throws -> Result
  ) throws -> Result {
    try write(label: label, at: time, body)
  }

  /// Makes changes of the context and of the file; several lines are marked as one step.
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their change set.
  ///   - time: The time now.
  ///   - amend: Returns what is written for the lines of the changes.
  ///   - remark: Returns lines that belong to no step, for the lines that are written.
  ///   - body: The changes to make.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, or what the body throws; everything is then as it was.
  @discardableResult
  package func write<Result>(
    label: String? = nil, at time: Int64, amending amend: ([LogChange]) -> [LogChange] = { $0 },
    remarking remark: ([LogChange]) -> [LogChange] = { _ in [] }, _ body: () throws -> Result
  ) throws -> Result {
    try context.transaction(label: label) {
      var result: Result?
      let changes = try context.changes { result = try body() }
      let lines = amend(try self.lines(of: changes))
      if let first = lines.first {
        let remarks = remark(lines)
        try log?.append(at: time) { contents in
          let mark = LogSteps.Mark.step.change(from: contents.nextCounter, in: first.scope)
          return lines + (lines.count > 1 ? [mark] : []) + remarks
        }
      }
      guard let result else { preconditionFailure("the body has returned") }
      return result
    }
  }

  /// Writes the file anew in the first format, for programs that know no other.
  ///
  /// Values of components that are known are written in version 1 by ``StoredComponent/original(of:)``;
  /// what cannot be said in it, and what is not known and has a later version, is left out. The file as
  /// it was stays beside it, with `.previous` behind its name.
  ///
  /// - Returns: The number of values that were left out, with all that were ever written.
  /// - Throws: ``StoreError``; the file is then as it was.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  @discardableResult
  public func rewriteInFormat1() throws(StoreError) -> Int {
    guard let log else { return 0 }
    return try log.rewriteInFormat1 { (change) throws(StoreError) in
      if change.version == 1 { return change }
      guard let type = components[change.kind] else { return nil }
      let value = StoredValue(change.value, version: change.version, comment: change.comment)
      let original: StoredValue?
      do {
        original = try type.original(of: value)
      } catch {
        throw StoreError(
          path: log.path, reason: .notStorable(component: "\(type)", "\(error)"))
      }
      return original.map {
        LogChange(subject: change.subject, value: $0.text, comment: $0.comment)
      }
    }
  }

  /// The net change of one component of one entity.
  private struct Net {
    let entity: Entity
    let type: any StoredComponent.Type
    let old: (any StoredComponent)?
    var new: (any StoredComponent)?
  }

  /// Returns what to append for changes, in the order in which the components were first touched.
  private func lines(of changes: ChangeSet) throws(StoreError) -> [LogChange] {
    struct Key: Hashable {
      let entity: Entity
      let type: ObjectIdentifier
    }
    var places: [Key: Int] = [:]
    var nets: [Net] = []
    var formerIDs: [Entity: DurableID] = [:]
    for change in changes.changes {
      if let id = change.old as? DurableID { formerIDs[change.entity] = id }
      guard let type = change.component as? any StoredComponent.Type, components.contains(type)
      else { continue }
      let key = Key(entity: change.entity, type: ObjectIdentifier(type))
      if let place = places[key] {
        nets[place].new = change.new as? any StoredComponent
      } else {
        places[key] = nets.count
        nets.append(
          Net(
            entity: change.entity, type: type, old: change.old as? any StoredComponent,
            new: change.new as? any StoredComponent))
      }
    }
    var lines: [LogChange] = []
    for net in nets {
      guard let value = net.new ?? net.old, !isSame(net.old, net.new) else { continue }
      let subject = naming?(net.entity, value) ?? subject(of: net, formerIDs[net.entity])
      let new = try stored(net.new)
      lines.append(
        LogChange(
          subject: subject, version: new?.version ?? 1, value: new?.text ?? "",
          comment: new?.comment ?? ""))
    }
    return lines
  }

  private func stored(_ component: (any StoredComponent)?) throws(StoreError) -> StoredValue? {
    do {
      return try component?.stored
    } catch {
      throw StoreError(
        path: log?.path ?? "",
        reason: .notStorable(component: "\(component.map { "\(type(of: $0))" } ?? "")", "\(error)"))
    }
  }

  private func subject(of net: Net, _ former: DurableID?) -> LogSubject {
    let id = net.entity.isAlive ? net.entity.durableID() : former
    return LogSubject(
      scope: "", kind: net.type.storedName, target: id?.text ?? "", name: "", details: [])
  }

  private func isSame(_ first: (any StoredComponent)?, _ second: (any StoredComponent)?) -> Bool {
    func isEqual<C: StoredComponent>(_ first: C) -> Bool { (second as? C) == first }
    return first.map { isEqual($0) } ?? (second == nil)
  }
}
