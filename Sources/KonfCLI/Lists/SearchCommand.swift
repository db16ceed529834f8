import Basics
import CommandLine
import ECSKit
import Importer
import Marks
import Schedule

/// `konf search WORDS`: the talks, sessions, people and locations whose text contains all words.
///
/// An import may skip long text that contains none of the words.
enum SearchCommand: ScheduleCommand {
  static let name = "search"
  static let synonyms = ["find"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "search talks, sessions, people and locations",
      operands: [OperandDefinition("WORDS", takesWords: true)],
      options: FilterOption.all + ListLayout.options,
      discussion: [
        .paragraph(
          """
          konf search finds everything whose text contains all WORDS. Matches in names and titles \
          come first. konf searches the title, subtitle, abstract, speakers, track and locations \
          of a talk, the name and biography of a person, and the name and address of a location.
          """),
        .paragraph(
          """
          A search word matches the beginning of a word; case and accents do not matter. \
          If no word begins with it, konf searches inside words. You can \
          also search for an id, a code or a number from the file. Cancelled talks that you \
          marked are listed last; JSON leaves them out.
          """),
      ],
      examples: [
        Example("konf search swift", "everything about Swift"),
        Example("konf search hofele watch", "both words, ignoring accents"),
        Example("konf search design --day 2 --after 14:00", "only on that afternoon"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { HitRecord.fieldNames }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let words = SearchQuery(invocation.operands.joined(separator: " ")).words
    return RunInputs(
      source: ScheduleSource(invocation, environment.variables),
      prose: .withWords(Array(words.prefix(SearchQuery.mostWords))))
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let words = run.words
    let query = SearchQuery(words)
    guard query.words.count <= SearchQuery.mostWords else {
      throw Failure(
        .usage,
        "search: \(query.words.count) words are too many; use at most \(SearchQuery.mostWords)")
    }
    let identified = run.identified(by: words)
    let hits = run.schedule.search(query, in: run.selection, identified: identified)
    // The records have no kind for cancelled talks.
    let cancelled = run.isData ? [] : run.cancelledTalks(matching: query, or: identified)
    let isEmpty = hits.isEmpty && cancelled.isEmpty
    run.judge(isEmpty: isEmpty)
    if isEmpty, !run.schedule.search(query, in: run.asked, identified: identified).isEmpty {
      let filters: SafeText = run.selection.isLimited ? " that match the filters" : ""
      run.streams.note(
        """
        search: only hidden items\(filters) contain \(words.quoted()); add \
        --\(FilterOption.hidden.definition.name) to list them
        """)
    } else if isEmpty {
      let subject: SafeText =
        run.selection.isLimited ? "no item that matches the filters" : "nothing"
      run.streams.note("search: \(subject) contains \(words.quoted())")
      let names = run.selection.isLimited ? [] : run.schedule.searchedNames
      if let nearest = NameQuery.nearest(to: words, among: names) {
        run.streams.note("did you mean \(nearest)?")
      }
    }
    if run.isData {
      let context = RecordContext(run)
      run.streams.write(hits) { HitRecord($0, context) }
    } else if !isEmpty {
      var page = Page(run)
      page.title()
      page.hits(hits, of: query)
      page.cancelled(cancelled, of: query)
      run.streams.write(page.text)
    }
  }
}

extension Run {
  /// Returns the cancelled talks with marks that match a query.
  ///
  /// The title, the speakers and the last locations are searched. The talks in `identified` always
  /// match.
  fileprivate func cancelledTalks(
    matching query: SearchQuery, or identified: [Entity]
  ) -> [Entity] {
    if query.words.isEmpty { return [] }
    return store.cancelledTalks.filter { entity in
      guard let talk = entity[CancelledTalk.self], selection.contains(talk),
        !entity.has(Hidden.self)
      else { return false }
      let text = ([talk.title] + talk.people + talk.locations).joined(separator: " ")
      return identified.contains(entity)
        || query.words.allSatisfy { !SearchQuery($0).ranges(in: text).isEmpty }
    }
  }
}

extension ConferenceSchedule {
  fileprivate var searchedNames: [String] {
    talks.map { name(of: $0) } + people.map(nameOfLocationOrPerson)
      + locations.map(nameOfLocationOrPerson)
  }
}

struct HitRecord: Record {
  let hit: SearchHit
  let isTimed: Bool
  let session: Entity?
  let context: RecordContext

  init(_ hit: SearchHit, _ context: RecordContext) {
    self.hit = hit
    isTimed = hit.kind.isTimed
    session = isTimed ? context.schedule.session(of: hit.entity) ?? hit.entity : nil
    self.context = context
  }

  private var schedule: ConferenceSchedule { context.schedule }
  private var timing: Timing? { session.flatMap(schedule.timing(of:)) }

  static let meaning: String? =
    "A match of konf search."
  static let fields: [Field<HitRecord>] = [
    Field("kind", .words(["talk", "session", "appointment", "person", "location"])) {
      .string($0.hit.kind.rawValue)
    },
    Field("id", .defined("id")) { record in
      let entity = record.hit.entity
      return .string(
        record.isTimed
          ? record.schedule.id(of: entity) : ConferenceSchedule.Reference(to: entity).id)
    },
    Field("title", .text, "The title or the name.") { record in
      let schedule = record.schedule
      let entity = record.hit.entity
      return .string(
        record.isTimed ? schedule.name(of: entity) : schedule.nameOfLocationOrPerson(entity))
    },
    Field("speakers", .defined("references"), "The speakers of a talk; empty for other kinds.") {
      record in
      let isTalk = record.hit.kind == .talk
      let speakers = isTalk ? record.schedule.speakers(of: record.hit.entity) : []
      return .references(speakers)
    },
    Field("day", .defined("date")) { $0.context.day($0.timing) },
    Field(
      "start", .defined("time"),
      "The start of the session or appointment; for a talk, the start of its session."
    ) {
      $0.context.time($0.timing?.start)
    },
    Field(
      "end", .defined("time"),
      "The end of the session or appointment; for a talk, the end of its session."
    ) {
      $0.context.time($0.timing?.end)
    },
    Field("locations", .defined("references")) { $0.context.locations(of: $0.session) },
    Field(
      "matched", .array(.words(["id", "name", "subtitle", "people", "track", "location", "text"])),
      "The fields that contain any of the words, the most relevant first."
    ) { $0.context.texts($0.hit.fields.map(\.rawValue)) },
  ]
}
