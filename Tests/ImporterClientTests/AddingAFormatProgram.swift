import ECSKit
import Importer
import Schedule
import SourceText
import Testing

private nonisolated struct Level: Component, Equatable { var text: String }

@Suite("Adding a format")
struct AddingAFormatProgram {
  private static let file = """
    {"meetup": "Swift at the river", "evenings": [
      {"what": "Macros", "who": ["Ada"], "where": "Boat", "level": "hard",
       "from": "2025-03-01T18:00:00+01:00", "to": "2025-03-01T19:00:00+01:00"},
      {"what": "Actors", "who": "Bo", "whom": "all", "from": "2025-04-05T18:00:00+02:00"}
    ]}
    """

  @Test("the article's program prints what its comments say")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    let bytes = Array(Self.file.utf8)
    // block
    let evening = ConverterTable(
      converters: [
        "what": .label { Title(text: $0) },
        "who": .texts { SpeakerNames(names: $0) },
        "where": .label { LocationNames(names: [$0]) },
        "level": .label { Level(text: $0) },
        "from": .start,
        "to": .end,
      ],
      refinement: Refinement(making: [SessionID.self]) { talk in
        talk[SessionID.self] = talk[Title.self].map { SessionID(text: $0.text) }
      },
      keyFields: "what"
    ) { talk in
      talk[Title.self].map { RecordName(.event, $0.text) }
    }
    // block
    let meetup = ScheduleFormat(
      "meetup JSON", tables: [evening],
      recognizes: { document in document.root["meetup"] != nil },
      walk: { document, records in
        for value in document.root["evenings"]?.elements ?? document.root.elements {
          records.read(value, as: 0)
        }
      })
    // block
    let context = Context()
    let options = ScheduleImport.Options(formats: [meetup])
    let result = try ScheduleImport(options: options).run(bytes, into: context)
    for talk in context.group(.all(Title.self)).sorted(by: Timing.self) {
      print(talk[Title.self]?.text ?? "", talk[Level.self]?.text ?? "easy")
    }
    // Macros hard
    // Actors easy
    for issue in result.report.issues { print(issue) }
    // 4:29: item 2 (event Actors), field "who": found the text "Bo"; expected a list of non-blank …
    // 4:35: item 2 (event Actors): unknown field "whom" …
    // end
    #expect(result.format == "meetup JSON")
    #expect(printed.prefix(2) == ["Macros hard", "Actors easy"])
    #expect(printed.count == 4)
    #expect(
      printed.suffix(2).map { $0.prefix(60) } == [
        #"4:29: item 2 (event Actors), field "who": found the text "Bo"; expected a "#.prefix(60),
        #"4:35: item 2 (event Actors): unknown field "whom"\#n  did you mean "who"?"#.prefix(60),
      ])
  }

  @Test("a known format is still detected next to it, and another file is refused")
  func others() throws {
    let none = ScheduleFormat(
      "none", tables: [], recognizes: { _ in false }, walk: { _, _ in })
    let schedules = ScheduleImport(options: ScheduleImport.Options(formats: [none]))
    let file = #"[{"t_id": "a", "startTime": "18-09-00"}]"#
    #expect(try schedules.run(Array(file.utf8), into: Context()).format == "UIKonf JSON")
    #expect(throws: ImportError.self) {
      try schedules.run(Array(Self.file.utf8), into: Context())
    }
  }
}
