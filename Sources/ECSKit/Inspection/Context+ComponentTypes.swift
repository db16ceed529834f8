extension Context {
  /// The component types that entities, groups or indices of the context ever named, in the order in
  /// which the context saw them first.
  ///
  /// With them a rule can be made of names that come from outside of the program:
  ///
  ///     let type = context.componentTypes.first { String(describing: $0) == "Title" }
  ///     let titled = type.map { context.group(.all($0)) }
  ///
  /// - Complexity: O(*t*), where *t* is the number of component types.
  public var componentTypes: [any Component.Type] { core.columns.all.map(\.type) }
}
