import ECSKit
import Schedule
import TextBasics

/// `konf entities [MATCHER]`: the schedule as the entity-component-system sees it.
enum EntitiesCommand: ScheduleCommand {
  static let name = "entities"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the entities that the schedule consists of",
      operands: [OperandDefinition("MATCHER", .optional, takesWords: true)],
      discussion: [
        .paragraph(
          """
          MATCHER is the names of the components that an entity must have. After the word any: at \
          least one of these; after none: none of these; after all: all of these. The word all \
          alone matches every entity. Case, dashes and commas do not matter.
          """),
        .paragraph(
          """
          Without MATCHER konf shows how many entities each component, group and index has.
          """),
      ],
      examples: [
        Example("konf entities", "the numbers of entities"),
        Example("konf entities title none rating", "the talks that have no stars of their own"),
        Example("konf entities name any address description", "the locations"),
        Example("konf entities all --json", "everything"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] {
    invocation.operands.isEmpty ? PartRecord.fieldNames : EntityRecord.fieldNames
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let words = run.words
    guard !words.isEmpty else { return answerWithNumbers(&run) }
    let context = run.schedule.context
    let matcher: Matcher
    do throws(MatcherExpression.Flaw) {
      matcher = try MatcherExpression(words).matcher(of: context)
    } catch {
      throw failure(for: error)
    }
    let entities = context.group(matcher).entities
    let fields = ComponentFields(zone: run.zone)
    if run.isData {
      run.streams.write(entities) { EntityRecord(entity: $0, fields: fields) }
    } else {
      var page = Page(run)
      page.inspect(entities, matcher, fields)
      run.streams.write(page.text)
    }
  }

  private static func answerWithNumbers(_ run: inout Run) {
    let statistics = run.schedule.context.statistics
    if run.isData {
      run.streams.write(
        statistics.sections.flatMap { title, parts in
          parts.map { PartRecord(section: title, part: $0) }
        })
    } else {
      var page = Page(run)
      page.inspect(statistics)
      run.streams.write(page.text)
    }
  }

  private static func failure(for flaw: MatcherExpression.Flaw) -> Failure {
    switch flaw {
    case .unknown(let name, let nearest, let known):
      let message: SafeText = "entities: no component is called \(name.quoted())"
      if nearest.isEmpty {
        return Failure(.notFound, message, "there are \(UsageError.listing(known, last: "and"))")
      }
      return Failure(
        .notFound, message, "did you mean \(UsageError.listing(nearest, last: "or"))?",
        "konf entities lists what there is")
    case .nothingBehind(let word):
      return Failure(
        .usage, "entities: nothing follows \(word); expected the name of a component")
    }
  }
}

/// An entity with the values of its components.
private struct EntityRecord: Record {
  let entity: Entity
  let fields: ComponentFields

  static let fields: [Field<EntityRecord>] = [
    Field("entity") { .integer($0.entity.number) },
    Field("components") { record in
      .object(
        record.entity.components.map { component in
          JSONOutput.Member(
            "\(type(of: component))", .object(record.fields.fields(of: component)))
        })
    },
  ]
}

/// A component, a group or an index with its numbers.
private struct PartRecord: Record {
  let section: String
  let part: Context.Statistics.Part

  static let fields: [Field<PartRecord>] = [
    Field("part") { .string($0.section) },
    Field("name") { .string($0.part.name) },
    Field("entities") { .integer($0.part.count) },
    Field("observers") { .integer($0.part.observerCount) },
  ]
}
