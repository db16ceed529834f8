public import ECSKit

/// A name for an entity, which may be empty and may exist before its entity.
///
///     let user = context.alias("current user")
///     user.observe { print($0?[Name.self]?.text ?? "nobody") }  // nobody
///     user.point(to: ada)                                       // Ada
///     ada.set(Name(text: "Ada Lovelace"))                       // Ada Lovelace
///     ada.destroy()                                             // nobody
///
/// An alias that points somewhere is an entity of the context. So transactions, undo and histories
/// hold for it as for everything else. Like an ``Identity`` it keeps its context alive.
public struct Alias {
  let context: Context
  let index: Index<Alias.Target, String>
  /// The name, which is its own in the context.
  public let name: String

  /// Where an alias points to: the component of the entity that an alias is.
  public struct Target: Component, Equatable {
    /// The name of the alias.
    public let name: String
    /// The entity.
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

  /// The entity that the alias points to; nil if there is none, or if it is destroyed.
  ///
  /// If undo brings a destroyed entity back, the alias points to it again.
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
  /// - Parameter entity: An entity of the context; a destroyed one leaves the alias empty.
  /// - Complexity: O(1) expected.
  public func point(to entity: Entity) {
    let target = Alias.Target(name: name, entity: entity)
    if let holder = index.first(name) {
      holder.set(target)
    } else {
      context.createEntity(target)
    }
  }

  /// Makes the alias empty.
  ///
  /// - Complexity: O(1) expected.
  public func clear() { index.first(name)?.destroy() }

  /// Calls a closure with the entity at once, and then after each call that changed where the alias
  /// points or what is in the entity.
  ///
  /// It is called once for a whole transaction with everything that observers changed in response,
  /// and finds the context as they left it. Like any reader of change sets it must not change the
  /// context, except in the first call. A subscription that is made in a transaction or an observer
  /// begins after it.
  ///
  /// - Parameter body: A closure that is called with the entity; nil if the alias is empty.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). Each later change costs a copy of its values.
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
  /// Returns the alias of a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The alias, which is empty until it points somewhere.
  /// - Complexity: O(1) expected.
  public func alias(_ name: String) -> Alias { Alias(name, self) }
}
