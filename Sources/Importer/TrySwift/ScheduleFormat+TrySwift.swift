import Basics
import ECSKit
import Schedule
import SourceText

private struct JapaneseTitle: Component, Equatable { var text: String }
private struct Summary: Component, Equatable { var text: String }
private enum PageField {}
private enum VideoField {}

extension ScheduleFormat {
  /// The JSON of try! Swift: a day or a list of days, with nested slots, sessions and speakers.
  static let trySwift = ScheduleFormat(
    "JSON of try! Swift", tables: [.session, .person, .day, .slot, .iCalendarLocation],
    recognizes: { document in
      let root = document.root
      let days = root.kind == .array ? Array(root.elements) : [root]
      return days.contains { $0["schedules"]?.kind == .array && $0["date"] != nil }
    },
    walk: { document, records in
      let root = document.root
      /// The first spelling of each name.
      ///
      /// Other spellings may differ in case.
      var spellings: [String: String] = [:]
      func spelling(_ name: String) -> String {
        let known = spellings[name.folded, default: name]
        spellings[name.folded] = known
        return known
      }
      for day in root.kind == .array ? Array(root.elements) : [root] {
        records.look(at: day, as: 2)
        for slot in records.elements("schedules", of: day) {
          records.look(at: slot, as: 3)
          let times = records.times(of: slot)
          for session in records.elements("sessions", of: slot) {
            let speakers = records.elements("speakers", of: session)
            let ids = [day["id"], session["id"]].compactMap { $0?.label }
            var draft = times
            draft[SessionID.self] =
              ids.count < 2 ? nil : SessionID(text: ids.joined(separator: "-"))
            let names = speakers.compactMap { $0["name"]?.label.map(spelling) }.uniqued
            draft[SpeakerNames.self] = names.isEmpty ? nil : SpeakerNames(names: names)
            let place = records.read(session, inheriting: draft)[LocationNames.self]?.names.first
            place.map { records.add(named: $0, from: session, as: 4) }
            for speaker in speakers {
              var named = Draft()
              named[UniqueName.self] = speaker["name"]?.label.flatMap {
                $0.isEmpty ? nil : UniqueName(text: spelling($0))
              }
              records.read(speaker, as: 1, inheriting: named)
            }
          }
        }
      }
    })
}

extension RecordImport {
  /// Returns the start and end of a slot.
  ///
  /// They apply to all sessions of the slot.
  fileprivate mutating func times(of slot: SourceValue) -> Draft {
    func time(_ field: String) -> WrittenTime? {
      guard let value = slot[field], value.kind != .null else { return nil }
      let time = value.label.flatMap { WrittenTime($0) }
      if time == nil {
        addUnreadable(field, value, accepting: "date and time, such as 2015-05-18T11:00:00+02:00")
      }
      return time
    }
    var draft = Draft()
    draft[WrittenStart.self] = time("time").map { WrittenStart(time: $0) }
    draft[WrittenEnd.self] = time("end_time").map { WrittenEnd(time: $0) }
    return draft
  }
}

extension ConverterTable {
  fileprivate static let day = frame(of: ["id", "title", "title_ja", "date", "schedules"])
  fileprivate static let slot = frame(of: ["id", "time", "end_time", "sessions"])

  fileprivate static let session = ConverterTable(
    converters: [
      "title": .label { Title(text: $0) }, "title_ja": .label { JapaneseTitle(text: $0) },
      "description": .prose { Abstract(text: $0) }, "summary": .prose { Summary(text: $0) },
      "place": .label { LocationNames(names: [$0]) },
      "url": .link(titled: "web page") { FieldLinks<PageField>(links: $0) },
      "youtube_video_id": .label { id in
        let link = WebLink(title: "video", text: "https://www.youtube.com/watch?v=\(id)")
        return FieldLinks<VideoField>(links: [link].compactMap(\.self))
      },
    ],
    refinement: Refinement(
      making: [
        SessionID.self, Subtitle.self, Abstract.self, Description.self, SpeakerNames.self,
        WrittenStart.self, WrittenEnd.self, WebLinks.self,
      ]
    ) { session in
      let title = session[Title.self]?.text
      if session[SessionID.self] == nil {
        session[SessionID.self] = title.map { SessionID(text: $0) }
      }
      let other = session[JapaneseTitle.self]?.text
      session[Subtitle.self] = other == title ? nil : other.map { Subtitle(text: $0) }
      session[JapaneseTitle.self] = nil
      if session[Abstract.self] == nil {
        session[Abstract.self] = session[Summary.self].map { Abstract(text: $0.text) }
      }
      session[Summary.self] = nil
      var links = LinkList()
      session.moveLinks(of: PageField.self, to: &links)
      session.moveLinks(of: VideoField.self, to: &links)
      session.set(links)
      // A session without speakers is not a talk.
      if session.has(SpeakerNames.self) { return }
      session[Description.self] = title.map { Description(text: $0) }
      session[Title.self] = nil
    },
    keyFields: "title",
    ignoredFields: [
      "id", "speakers", "description_ja", "summary_ja", "place_ja", "requirements",
      "requirements_ja", "image_name",
    ]
  ) { $0[SessionID.self].map { RecordName(.session, $0.text) } }

  fileprivate static let person = ConverterTable(
    converters: [
      "name": .label { Name(text: $0) }, "bio": .prose { Biography(text: $0) },
      "links": .links { WebLinks(links: $0) },
    ],
    refinement: Refinement(making: [Person.self]) { person in
      person[Person.self] = Person()
      person.moveUniqueName()
    }, keyFields: "name", repeats: .mentions,
    ignoredFields: ["id", "image_name", "bio_ja", "job_title", "job_title_ja", "name_ja"]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }
}
