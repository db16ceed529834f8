import ECSKit
import ECSModel
import Testing

@testable import Schedule

@Suite("Adding a check")
struct AddingACheckProgram {
  private enum Program {
    // block
    /// Finds talks whose subtitle is their title.
    struct RepeatedTitles: CheckSystem {
      static let rule = CheckRule(.note, "repeated-title", "the subtitle of a talk is its title")
      let input: CheckInput

      var rules: [Rule] {
        [
          Rule("a subtitle differs from the title", for: .talks.all(Subtitle.self)) { talk in
            talk[Subtitle.self]?.text == talk[Title.self]?.text ? "its subtitle is its title" : nil
          }
        ]
      }
    }
    // end
  }

  @Test("the article's check finds the talk whose subtitle equals its title")
  func program() {
    let context = Context()
    for subtitle in ["Macros", "and how to read them"] {
      let talk = context.createEntity()
      talk.set(SessionID(text: subtitle))
      talk.set(PartOf(session: "s"))
      talk.set(Title(text: "Macros"))
      talk.set(Subtitle(text: subtitle))
    }
    let schedule = ConferenceSchedule(context)
    Program.RepeatedTitles(
      input: CheckInput(schedule, sharedLocations: [])
    ).execute()
    let findings = context.group(.all(Finding.self)).compactMap { $0[Finding.self] }
    #expect(findings.map(\.message) == ["its subtitle is its title"])
    #expect(findings.first?.rule.name == "repeated-title")
  }
}
