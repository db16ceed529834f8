import ECSKit
import Testing

@Suite("Finding entities")
struct FindingEntitiesProgram {
  @Test("the article's program prints what its comments say")
  func program() {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct SessionID: Component, Equatable { var text: String }
    struct Title: Component, Equatable { var text: String }
    struct SpeakerNames: Component, Equatable { var names: [String] }
    struct Start: Component, Equatable {
      var day: Int
      var minute: Int
    }
    struct Hidden: Component {}

    let context = Context()
    let session = context.createEntity(SessionID(text: "session1Day1"), Start(day: 18, minute: 600))
    let talk = context.createEntity(
      SessionID(text: "session1Day1"), Title(text: "World Modeling"),
      SpeakerNames(names: ["Mike Lee"]), Start(day: 18, minute: 600))
    let shared = context.createEntity(
      SessionID(text: "session2Day1"), Title(text: "Pairing"),
      SpeakerNames(names: ["Maxim Cramer", "Mike Lee"]), Start(day: 18, minute: 840))
    // block
    let names = ["Title", "SpeakerNames"]
    let named = context.componentTypes.filter { names.contains("\($0)") }
    let rule = Matcher(all: named, none: [Hidden.self])
    print(rule.matches(session), rule.matches(talk))  // false true
    print(context.group(rule).count)  // 2
    // block
    let sessions = context.index(\SessionID.text, in: .all(SessionID.self).none(Title.self))
    print(sessions.first("session1Day1") == session)  // true: its talk has a title

    let speakers = context.index(forEach: \SpeakerNames.names)
    print(speakers["Mike Lee"] == [talk, shared])  // true: also the talk that he shares
    print(speakers.keys { $0.hasPrefix("M") })  // ["Maxim Cramer", "Mike Lee"]

    let days = context.index("by day", of: Start.self) { $0.day }
    print(days.count(18))  // 3
    // block
    let unique = context.index(unique: \Title.text)
    // block
    context.transaction {
      talk.remove(Title.self)
      shared.set(Title(text: "World Modeling"))
      talk.set(Title(text: "Pairing"))
    }
    print(unique["Pairing"] == [talk])  // true
    // block
    let starts = context.index(ordered: \Start.minute)
    print(starts[540..<720].count)  // 2 in the morning
    print(starts[720...].first == shared)  // true
    print(context.index(ordered: \Title.text).entities(withPrefix: "Pair") == [talk])  // true
    // end
    #expect(
      printed == [
        "false true", "2", "true", "true", #"["Maxim Cramer", "Mike Lee"]"#, "3", "true", "2",
        "true", "true",
      ])
  }
}
