public import ECSKit

/// A name for an entity.
///
/// The name may be unassigned, for example before its entity exists.
///
///     let user = context.alias("current user")
///     user.observe { print($0?[Name.self]?.text ?? "nobody") }  // nobody
///     user.point(to: ada)                                       // Ada
///     ada.set(Name(text: "Ada Lovelace"))                       // Ada Lovelace
///     ada.destroy()                                             // nobody
///
/// An assigned alias is stored as an entity of the context, so transactions, undo and histories
/// apply to it. An alias keeps its context alive, as an ``Identity`` does.
public struct Alias {
  let context: Context
  let index: Index<Alias.Target, String>
  /// The name of the alias, unique in the context.
  public let name: String

  /// The component of an assigned alias: its name, and the entity to which it points.
  public struct Target: Component, Equatable {
    /// The name of the alias.
    public let name: String
    /// The entity to which the alias points.
    public let entity: Entity

    package init(name: String, entity: Entity) {
      self.name = name
      self.entity = entity
    }
  }

  init(_ name: String, _ context: Context) {
    self.name = name
    self.context = context
    index = context.index(unique: \Alias.Target.name)
  }

  /// The entity that the alias points to.
  ///
  /// The value is nil if the alias is unassigned or the entity is destroyed. If an undo revives a
  /// destroyed entity, the alias points to it again.
  ///
  /// - Complexity: O(1) expected.
  public var entity: Entity? { Self.entity(of: name, in: index) }

  private static func entity(of name: String, in index: Index<Alias.Target, String>) -> Entity? {
    guard let target = index.first(name)?[Alias.Target.self]?.entity, target.isAlive else {
      return nil
    }
    return target
  }

  /// Makes the alias point to an entity.
  ///
  /// - Parameter entity: An entity of the context. After its destruction, ``entity`` is nil.
  /// - Complexity: O(1) expected.
  public func point(to entity: Entity) {
    let target = Alias.Target(name: name, entity: entity)
    if let holder = index.first(name) {
      holder.set(target)
    } else {
      context.createEntity(target)
    }
  }

  /// Removes the assignment of the alias.
  ///
  /// - Complexity: O(1) expected.
  public func clear() { index.first(name)?.destroy() }

  /// Calls a closure immediately with the entity of the alias, and again after each change.
  ///
  /// The closure is called when the alias gets another entity and when a component of its entity
  /// changes. For a whole transaction, the closure is called once, after all observers. The closure
  /// must not change the context, except in the first call. A subscription made in a transaction or
  /// an observer begins when the transaction or observer has ended.
  ///
  /// - Parameter body: A closure that receives the entity, or nil if the alias is unassigned or its
  ///   entity is destroyed.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). Each later change costs a copy of the changed values.
  @discardableResult
  public func observe(_ body: @escaping (Entity?) -> Void) -> ObserverToken {
    var last = entity
    let token = context.observeChanges { [index, name] changes in
      let entity = Self.entity(of: name, in: index)
      guard entity != last || changes.changes.contains(where: { $0.entity == entity }) else {
        return
      }
      last = entity
      body(entity)
    }
    body(last)
    return token
  }
}

extension Context {
  /// Returns the alias with a name.
  ///
  /// - Parameter name: The name of the alias.
  /// - Returns: The alias. It is unassigned if `point(to:)` was never called for this name.
  /// - Complexity: O(1) expected.
  public func alias(_ name: String) -> Alias { Alias(name, self) }
}
