public import ECSKit

/// The combined meaning of the fields of a record, after each was read by itself.
///
/// A field can mean one thing in one record and another in the next, and the kind of a record often
/// follows from its fields:
///
///     Refinement(making: [Person.self]) { draft in
///       if draft[Name.self] != nil { draft[Person.self] = Person() }
///     }
public struct Refinement: Sendable {
  /// The types that are made here and by no converter.
  let kinds: [ComponentKind]
  let refine: @Sendable (inout Draft) -> Void

  /// Creates a refinement.
  ///
  /// - Parameters:
  ///   - types: The types of component that it makes. If it no longer makes one, an import removes
  ///     it from the record's entity.
  ///   - refine: Changes the components of a record; a function of these alone.
  public init(
    making types: [any (Component & Equatable).Type],
    _ refine: @escaping @Sendable (inout Draft) -> Void
  ) {
    func kind<C: Component & Equatable>(_ type: C.Type) -> ComponentKind { ComponentKind(type) }
    kinds = types.map { kind($0) }
    self.refine = refine
  }
}
