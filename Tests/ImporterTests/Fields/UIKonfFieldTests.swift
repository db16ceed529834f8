import ECSKit
import Importer
import Schedule
import Testing

/// Records of UIKonf's format with each single field, and each two.
@Suite("Fields of UIKonf records")
struct UIKonfFieldTests {
  private static let fields: [FieldTable.Field] = [
    ("t_id", #""a""#), ("t_index", "2"), ("startTime", #""18-09-30""#),
    ("endTime", #""18-10-30""#), ("description", #""About""#), ("locations", #"["Hall", "Bar"]"#),
    ("title", #""Types""#), ("subtitle", #""And values""#), ("abstract", #""Long.""#),
    ("track", #""Go""#), ("language", #""de""#), ("speaker_name", #""Ada""#), ("name", #""Bo""#),
    ("bio", #""Writes.""#), ("twitter", #""@bo""#), ("photo", #""https://a.org/b.png""#),
    ("organizer", "true"), ("address", #""Street 1""#), ("server", #""https://a.org/s""#),
    ("conference", #""Fair""#), ("month", #""2015-05""#), ("zone", #""UTC""#),
  ]

  private static func meaning(_ fields: Set<String>) -> Facts {
    func has(_ names: String...) -> Bool { names.contains(where: fields.contains) }
    // A talk without a title is still one, or its session would be there twice.
    let isTalk = has("title", "t_index", "speaker_name")
    // A record with a name is a person; with an address or a description it is a location.
    let isLocation = has("address", "description")
    var facts = Facts()
    facts.add(has("t_id") && !isTalk ? SessionID(text: "a") : nil)
    facts.add(has("t_id") && isTalk ? PartOf(session: "a") : nil)
    facts.add(has("t_index") ? TalkIndex(number: 2) : nil)
    facts.add(has("startTime") ? WallClock("18-09-30").map { StartClock(clock: $0) } : nil)
    facts.add(has("endTime") ? WallClock("18-10-30").map { EndClock(clock: $0) } : nil)
    facts.add(has("description") ? Description(text: "About") : nil)
    facts.add(has("locations") ? LocationNames(names: ["Hall", "Bar"]) : nil)
    facts.add(has("title") ? Title(text: "Types") : nil)
    facts.add(has("subtitle") ? Subtitle(text: "And values") : nil)
    facts.add(has("abstract") ? Abstract(text: "Long.") : nil)
    facts.add(has("track") ? Track(name: "Go") : nil)
    facts.add(has("language") ? Language(code: "de") : nil)
    facts.add(has("speaker_name") ? SpeakerNames(names: ["Ada"]) : nil)
    facts.add(has("name") ? Name(text: "Bo") : nil)
    facts.add(has("name") && !isLocation ? Person() : nil)
    facts.add(has("name") && isLocation ? Location() : nil)
    facts.add(has("bio") ? Biography(text: "Writes.") : nil)
    facts.add(has("twitter") ? TwitterHandle(text: "@bo") : nil)
    facts.add(has("photo") ? Photo(link: "https://a.org/b.png") : nil)
    facts.add(has("organizer") ? Organizer() : nil)
    facts.add(has("address") ? Address(text: "Street 1") : nil)
    facts.add(has("server") ? Server(link: "https://a.org/s") : nil)
    facts.add(has("conference") ? Conference(title: "Fair") : nil)
    facts.add(has("month") ? ConferenceMonth("2015-05") : nil)
    facts.add(has("zone") ? ConferenceZone(name: "UTC") : nil)
    return facts
  }

  @Test("each field is imported correctly, alone and next to each other field")
  func pairs() throws {
    let table = FieldTable(
      fields: Self.fields,
      document: { fields in
        let record = fields.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ", ")
        return "[{\"t_id\": \"other\", \"description\": \"Other\"}, {\(record)}]"
      }, isRecord: { $0[SessionID.self]?.text != "other" }, meaning: Self.meaning)
    try table.check()
  }
}
