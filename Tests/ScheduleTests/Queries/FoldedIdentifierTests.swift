import Basics
import ECSKit
import Schedule
import Testing

@Suite("Folded identifiers")
struct FoldedIdentifierTests {
  @Test("a session is found by its folded identifier, as by a full search")
  func foldedIdentifiers() {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let texts = [
      "A", "a", "A", "a ", "B#2", "b", "B", "Ä", "a#", "#", "",
      "0F3C9A5E-1111-4222-8333-444455556666",
    ]
    let sessions = texts.map { context.createEntity(SessionID(text: $0)) }
    let ids = sessions.map(schedule.id(of:))
    for text in ids + ["a #2", "a#4", "a #3", "b#3", "a#1", "#2", "0f3c9a5e", "c"] {
      let found = sessions.first { schedule.id(of: $0).folded == text.folded }
      #expect(schedule.session(folded: text.folded) == found, "\(text)")
    }
  }

  @Test("aliases in a file are found the same way, the first time and later")
  func otherIdentifiers() {
    let context = Context()
    let texts = [["A", "12"], ["b"], ["Ä1", "a"], ["12", "12"], [], ["B "]]
    let entities = texts.map { context.createEntity(OtherIDs(texts: $0)) }
    for id in ["a", "A", "12", "B", "b", "ä1", "1", ""] {
      let schedule = ConferenceSchedule(context)
      let expected = zip(entities, texts).filter { $1.map(\.folded).contains(id.folded) }.map(\.0)
      for _ in 0..<3 { #expect(schedule.targets(alsoCalled: id).uniqued == expected, "\(id)") }
    }
  }
}
