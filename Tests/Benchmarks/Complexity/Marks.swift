import ECSDetached
import ECSKit

/// A type that only makes component types different.
protocol Axis: SendableMetatype {}
enum Axis0: Axis {}
enum Axis1: Axis {}
enum Axis2: Axis {}
enum Axis3: Axis {}
enum Axis4: Axis {}
enum Axis5: Axis {}
enum Axis6: Axis {}

/// As many component types as there are pairs of axes.
struct Mark<Row: Axis, Column: Axis>: DetachableComponent, Equatable {
  var value = 0
}

/// Many component types, for work that grows with their number.
enum Marks {
  /// 49 components, each of another type.
  static var all: [any DetachableComponent] {
    func make<Row: Axis, Column: Axis>(
      _ row: Row.Type, _ column: Column.Type
    ) -> any DetachableComponent {
      Mark<Row, Column>()
    }
    let axes: [any Axis.Type] = [
      Axis0.self, Axis1.self, Axis2.self, Axis3.self, Axis4.self, Axis5.self, Axis6.self,
    ]
    return axes.flatMap { row in axes.map { column in make(row, column) } }
  }

  static func first(_ count: Int) -> [any Component] { Array(all.prefix(count)) }

  /// Gives a new entity some of them.
  static func fill(_ entity: borrowing NewEntity, _ count: Int) {
    for mark in first(count) { entity.set(mark) }
  }

  static func types(_ count: Int) -> [any Component.Type] {
    first(count).map { type(of: $0) }
  }

  /// Rules that require a component, each forbidding another mark.
  static func rules(_ count: Int, requiring type: any Component.Type) -> [Matcher] {
    types(count).map { .all(type).none($0) }
  }

  /// A rule that requires many components.
  static func rule(_ count: Int) -> Matcher {
    let types = types(count)
    return types.dropFirst().reduce(.all(types[0])) { $0.all($1) }
  }
}
