import CommandLine
import ECSKit
import Schedule

extension Page {
  mutating func inspect(_ entities: [Entity], _ query: SafeText, _ fields: ComponentFields) {
    add("\(query, .strong) \(dot) \(Self.entities(entities.count))", hanging: 2)
    for entity in entities where !isOver {
      heading("entity \(entity.number)")
      add(
        entity.components.map { component in
          let value = Line("\(fields.fields(of: component).words)")
          let name: Line = "\("\(type(of: component))", .dim)"
          return value.isEmpty ? [name] : [name, value]
        })
    }
  }

  mutating func inspect(_ statistics: Context.Statistics) {
    add("\(Self.entities(statistics.entityCount), .strong)")
    for (title, parts) in statistics.sections {
      heading("\(title)")
      let width = parts.map { "\($0.entityCount)".utf8.count }.max() ?? 0
      add(
        parts.map { part in
          [Line("\(part.entityCount)").padded(to: width, .trailing), Line("\(part.name)")]
        })
    }
  }

  static func entities(_ count: Int) -> SafeText {
    count == 1 ? "1 entity" : "\(count) entities"
  }
}

extension Context.Statistics {
  /// The sections of the output: the components, sorted by name, the groups, and the indices.
  var sections: [(title: String, parts: [Self])] {
    [
      ("components", components.sorted { $0.name < $1.name }), ("groups", groups),
      ("indices", indices),
    ]
  }
}

extension Entity {
  var number: Int { Int(clamping: creationNumber ?? 0) }
}
