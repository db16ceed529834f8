public import ECSKit

/// The combined meaning of a record's fields, computed after each field was read on its own.
///
/// The meaning of a field may depend on other fields, and often the fields determine the kind of a
/// record:
///
///     Refinement(making: [Person.self]) { draft in
///       if draft[Name.self] != nil { draft[Person.self] = Person() }
///     }
public struct Refinement: Sendable {
  /// The types that only the refinement makes.
  let kinds: [ComponentKind]
  let refine: @Sendable (inout Draft) -> Void

  /// Creates a refinement.
  ///
  /// - Parameters:
  ///   - types: The component types that it makes. If an update no longer makes one of them, it is
  ///     removed from the entity of the record.
  ///   - refine: Changes the components of a record. Its result must depend on these alone.
  public init(
    making types: [any (Component & Equatable).Type],
    _ refine: @escaping @Sendable (inout Draft) -> Void
  ) {
    func kind<C: Component & Equatable>(_ type: C.Type) -> ComponentKind { ComponentKind(type) }
    kinds = types.map { kind($0) }
    self.refine = refine
  }
}
