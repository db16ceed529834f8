public import ECSKit

/// A piece of behaviour that a ``Loop`` runs: a type that is one or several kinds of system.
///
/// The kinds say when it runs: ``InitSystem``, ``ExecuteSystem``, ``ReactiveSystem``,
/// ``CleanupSystem`` and ``TeardownSystem``.
public protocol LoopSystem {
  /// What the system is called in reports; the name of its type unless it says otherwise.
  var name: String { get }
}

extension LoopSystem {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
}

/// A system that prepares something before the first pass.
public protocol InitSystem: LoopSystem {
  /// Prepares.
  ///
  /// - Throws: What the loop is to report.
  func initialize() throws
}

/// A system that does something in each pass.
public protocol ExecuteSystem: LoopSystem {
  /// Does the work of one pass.
  ///
  /// - Throws: What the loop is to report.
  func execute() throws
}

/// A system that clears away when all systems have executed.
public protocol CleanupSystem: LoopSystem {
  /// Clears away.
  ///
  /// - Throws: What the loop is to report.
  func cleanup() throws
}

/// A system that ends something after the last pass.
public protocol TeardownSystem: LoopSystem {
  /// Ends what the system began.
  ///
  /// - Throws: What the loop is to report.
  func teardown() throws
}

/// A system that works on what has changed since its last pass, and rests if nothing has.
///
///     struct ShowTitle: ReactiveSystem {
///       let collector: Collector
///       func execute(_ entities: [Entity]) {
///         for entity in entities { show(entity[Title.self]) }
///       }
///     }
///
/// What it changes itself is collected for the next pass, not for the present one. If it throws, what
/// it was given is not given to it again.
public protocol ReactiveSystem: ExecuteSystem {
  /// What the system reacts to; always the same object.
  var collector: Collector { get }

  /// Works on what was collected.
  ///
  /// - Parameter entities: The entities in the collector's order, of which there is at least one.
  /// - Throws: What the loop is to report.
  func execute(_ entities: [Entity]) throws
}

extension ReactiveSystem {
  /// Drains the collector and works on its entities, if there are any.
  ///
  /// - Throws: What the work throws.
  public func execute() throws {
    let entities = collector.drain().map(\.entity)
    if !entities.isEmpty { try execute(entities) }
  }
}

/// A reactive system that is given only the entities that are in one of its collector's groups by
/// then.
///
/// Who left a group is not in it, so one that reacts to `removed` is given those who came back.
public protocol StrictReactiveSystem: ReactiveSystem {}

extension StrictReactiveSystem {
  /// Drains the collector and works on its entities that still match, if there are any.
  ///
  /// - Throws: What the work throws.
  public func execute() throws {
    let collector = collector
    let entities = collector.drain().map(\.entity).filter(collector.matches)
    if !entities.isEmpty { try execute(entities) }
  }
}
