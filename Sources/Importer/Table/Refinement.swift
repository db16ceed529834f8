public import ECSKit

/// A function that interprets the fields of a record together, after all fields have been read.
///
/// The meaning of a field may depend on other fields. Often the fields together determine the kind
/// of a record:
///
///     Refinement(making: [Person.self]) { draft in
///       if draft[Name.self] != nil { draft[Person.self] = Person() }
///     }
public struct Refinement: Sendable {
  let kinds: [ComponentKind]
  let refine: @Sendable (inout Draft) -> Void

  /// Creates a refinement.
  ///
  /// - Parameters:
  ///   - types: The component types that the refinement makes. If an update no longer makes such a
  ///     component, the import removes the component from the entity.
  ///   - refine: Changes the components of a record. The result must depend only on these
  ///     components.
  public init(
    making types: [any (Component & Equatable).Type],
    _ refine: @escaping @Sendable (inout Draft) -> Void
  ) {
    func kind<C: Component & Equatable>(_ type: C.Type) -> ComponentKind { ComponentKind(type) }
    kinds = types.map { kind($0) }
    self.refine = refine
  }
}
