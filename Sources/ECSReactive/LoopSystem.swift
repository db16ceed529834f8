public import ECSKit

/// A part of a program's behaviour that a ``Loop`` runs.
///
/// A system conforms to one or several of ``InitSystem``, ``ExecuteSystem``, ``ReactiveSystem``,
/// ``CleanupSystem`` and ``TeardownSystem``, which determine when it runs.
public protocol LoopSystem {
  /// The name of the system in reports; by default the name of its type.
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
  /// - Throws: An error for the loop to report.
  func initialize() throws
}

/// A system that does something in each pass.
public protocol ExecuteSystem: LoopSystem {
  /// Does the work of one pass.
  ///
  /// - Throws: An error for the loop to report.
  func execute() throws
}

/// A system that cleans up after all systems have executed.
public protocol CleanupSystem: LoopSystem {
  /// Cleans up.
  ///
  /// - Throws: An error for the loop to report.
  func cleanup() throws
}

/// A system that releases something after the last pass.
public protocol TeardownSystem: LoopSystem {
  /// Tears the system down.
  ///
  /// - Throws: An error for the loop to report.
  func teardown() throws
}

/// A system that works on the entities that have changed since its last pass, and does nothing if
/// none has.
///
///     struct ShowTitle: ReactiveSystem {
///       let collector: Collector
///       func execute(_ entities: [Entity]) {
///         for entity in entities { show(entity[Title.self]) }
///       }
///     }
///
/// Its own changes are collected for the next pass, not for the present one. If it throws, it does
/// not receive the same entities again.
public protocol ReactiveSystem: ExecuteSystem {
  /// The collector of the changes that the system reacts to; always the same object.
  var collector: Collector { get }

  /// Works on the collected entities.
  ///
  /// - Parameter entities: The entities in the collector's order; at least one.
  /// - Throws: An error for the loop to report.
  func execute(_ entities: [Entity]) throws
}

extension ReactiveSystem {
  /// Drains the collector and works on its entities, if there are any.
  ///
  /// - Throws: What `execute(_:)` throws.
  public func execute() throws {
    let entities = collector.drain().map(\.entity)
    if !entities.isEmpty { try execute(entities) }
  }
}

/// A reactive system that only receives entities that are members of one of its collector's groups
/// when it runs.
///
/// An entity that left its group is not a member, so a system that reacts to `removed` receives
/// only the entities that came back.
public protocol StrictReactiveSystem: ReactiveSystem {}

extension StrictReactiveSystem {
  /// Drains the collector and works on its entities that still match, if there are any.
  ///
  /// - Throws: What `execute(_:)` throws.
  public func execute() throws {
    let collector = collector
    let entities = collector.drain().map(\.entity).filter(collector.matches)
    if !entities.isEmpty { try execute(entities) }
  }
}
