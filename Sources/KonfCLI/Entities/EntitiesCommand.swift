import CommandLine
import ECSHistory
import ECSKit
import Marks
import Schedule

enum EntitiesCommand: ScheduleCommand {
  static let name = "entities"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "inspect the entities of the schedule",
      operands: [OperandDefinition("QUERY", .optional, takesWords: true)],
      discussion: [
        .paragraph(
          """
          QUERY consists of component names, comparisons of fields, and the keywords "and", "or", \
          "not", "all", "any" and "none". See konf help query for the query language. Use konf \
          entities all to list every entity.
          """),
        .paragraph(
          """
          Without QUERY, konf shows the number of entities for each component, group and index.
          """),
      ],
      examples: [
        Example("konf entities", "count the entities"),
        Example("konf entities title not rating", "talks and sessions without a rating"),
        Example("konf entities 'rating.stars >= 4'", "the talks and sessions that you liked"),
        Example("konf entities name any address description", "the locations"),
        Example("konf entities count 'title.text ~ swift'", "count the titles that contain a word"),
        Example("konf entities all --json", "all entities as JSON"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    var inputs = RunInputs(source: ScheduleSource(invocation, environment.variables))
    inputs.showsImport = true
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] {
    if invocation.operands.isEmpty { return PartRecord.fieldNames }
    return invocation.query?.isCount ?? false ? CountRecord.fieldNames : EntityRecord.fieldNames
  }

  static func answer(_ run: inout Run) throws(Failure) {
    guard let query = try run.query else { return answerWithNumbers(&run) }
    let entities: [Entity]
    do throws(QueryError) {
      entities = try run.schedule.context.entities(matching: query, describing: run.describing)
    } catch {
      throw run.failure(for: error)
    }
    if query.isCount { return run.answer(count: entities.count, "entity", "entities") }
    let fields = ComponentFields(zone: run.zone)
    if run.isData {
      run.streams.write(entities) { EntityRecord(entity: $0, fields: fields) }
    } else {
      var page = Page(run)
      page.inspect(entities, run.words == "all" ? "all entities" : "\(run.words)", fields)
      run.streams.write(page.text)
    }
  }

  private static func answerWithNumbers(_ run: inout Run) {
    run.schedule.makeIndices()
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
}

struct EntityRecord: Record {
  let entity: Entity
  let fields: ComponentFields

  static let meaning: String? =
    "An entity of the entity-component-system."
  static let fields: [Field<EntityRecord>] = [
    Field("entity", .integer(from: 1), "The number of the entity, in order of creation.") {
      .integer($0.entity.number)
    },
    Field("components", .object, "The components of the entity by name, each with its fields.") {
      record in
      .object(
        record.entity.components.map { component in
          JSONOutput.Member(
            "\(type(of: component))", .object(record.fields.fields(of: component)))
        })
    },
  ]
}

struct PartRecord: Record {
  let section: String
  let part: Context.Statistics

  static let meaning: String? =
    "A component, a group or an index of the entity-component-system."
  static let fields: [Field<PartRecord>] = [
    Field("part", .words(["components", "groups", "indices"])) { .string($0.section) },
    Field("name", .text, "The name of the component, or the rule of the group or index.") {
      .string($0.part.name)
    },
    Field("entities", .integer(from: 0), "The number of entities.") {
      .integer($0.part.entityCount)
    },
    Field(
      "observers", .integer(from: 0),
      "The number of observers and collectors that follow its changes."
    ) {
      .integer($0.part.observerCount)
    },
  ]
}
