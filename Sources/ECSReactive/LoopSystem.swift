public import ECSKit

/// A part of a program's behavior that a ``Loop`` runs.
///
/// A system conforms to one or more of ``InitSystem``, ``ExecuteSystem``, ``ReactiveSystem``,
/// ``CleanupSystem`` and ``TeardownSystem``. These protocols determine when the system runs.
public protocol LoopSystem {
  /// The name of the system in reports.
  ///
  /// By default, this is the name of the system's type.
  var name: String { get }
}

extension LoopSystem {
  /// The name of the system's type.
  public var name: String { String(describing: Self.self) }
}

/// A system that does preparatory work before the first pass.
public protocol InitSystem: LoopSystem {
  /// Does the preparatory work.
  ///
  /// - Throws: An error for the loop to report.
  func initialize() throws
}

/// A system that works in each pass.
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

/// A system that releases resources after the last pass.
public protocol TeardownSystem: LoopSystem {
  /// Releases the system's resources.
  ///
  /// - Throws: An error for the loop to report.
  func teardown() throws
}

/// A system that works on the entities that have changed since its last pass.
///
///     struct ShowTitle: ReactiveSystem {
///       let collector: Collector
///       func execute(_ entities: [Entity]) {
///         for entity in entities { show(entity[Title.self]) }
///       }
///     }
///
/// If no entity has changed, the system does nothing. Changes that the system makes are collected
/// for its next pass. A system that throws does not receive the same entities again.
public protocol ReactiveSystem: ExecuteSystem {
  /// The collector of changes for the system.
  ///
  /// The property must always return the same object.
  var collector: Collector { get }

  /// Works on the collected entities.
  ///
  /// - Parameter entities: The entities in the collector's order. The array is never empty.
  /// - Throws: An error for the loop to report.
  func execute(_ entities: [Entity]) throws
}

extension ReactiveSystem {
  /// Drains the collector, and passes the entities to `execute(_:)`.
  ///
  /// If the collector is empty, `execute(_:)` is not called.
  ///
  /// - Throws: Any error thrown by `execute(_:)`.
  public func execute() throws {
    let entities = collector.drain().map(\.entity)
    if !entities.isEmpty { try execute(entities) }
  }
}

/// A reactive system that receives only the current members of its collector's groups.
///
/// Membership is checked when the system runs. An entity that left its group is not a member, so a
/// system for `removed` receives only entities that have joined again.
public protocol StrictReactiveSystem: ReactiveSystem {}

extension StrictReactiveSystem {
  /// Drains the collector, and passes the entities that are still members to `execute(_:)`.
  ///
  /// If no such entity was collected, `execute(_:)` is not called.
  ///
  /// - Throws: Any error thrown by `execute(_:)`.
  public func execute() throws {
    let collector = collector
    let entities = collector.drain().map(\.entity).filter(collector.matches)
    if !entities.isEmpty { try execute(entities) }
  }
}
