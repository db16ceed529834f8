import ECSKit
import ECSModel
import Testing

private struct Title: Component, Equatable { var text: String }
private struct Rating: Component, Equatable { var stars: Int }
private struct PartOf: Component, Equatable { var session: String }
private struct SessionID: Component, Equatable { var text: String }

@Suite("The overview of ECSModel")
struct ECSModelProgram {
  @Test("the violated rules are printed as the comments say")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    let context = Context()
    // block
    let rules: [Rule] = [
      .requires(Rating.self, Title.self),
      .value(of: Rating.self, Check.isIn(1...5).of(\.stars, "stars")),
      .refers(from: \PartOf.session, to: \SessionID.text),
    ]
    do {
      try context.transaction(keeping: rules) {
        context.createEntity(Rating(stars: 7), PartOf(session: "opening"))
      }
    } catch {
      for violation in error.violations { print(violation.message) }
      // found Rating without Title; expected both
      // stars: found 7; expected a value from 1 to 5
      // found no SessionID for opening; expected one
    }
    // end
    #expect(
      printed == [
        "found Rating without Title; expected both", "stars: found 7; expected a value from 1 to 5",
        "found no SessionID for opening; expected one",
      ])
    #expect(context.isEmpty)
  }
}
