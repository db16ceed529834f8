extension Context {
  /// All component types that entities, groups or indices of the context have used, in the order in
  /// which the context first saw them.
  ///
  /// With them you can make a rule from names that come from outside the program:
  ///
  ///     let type = context.componentTypes.first { String(describing: $0) == "Title" }
  ///     let titled = type.map { context.group(.all($0)) }
  ///
  /// - Complexity: O(*t*), where *t* is the number of component types.
  public var componentTypes: [any Component.Type] { core.columns.all.map(\.type) }
}
