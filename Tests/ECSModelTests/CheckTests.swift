import ECSModel
import Testing

/// Checks of values and how they are put together.
@Suite struct CheckTests {
  private struct Account {
    var name: String
    var mail: String?
    var ages: [Int]
  }

  private let account = Check.all(
    Check.isNotEmpty.of(\Account.name, "name"),
    Check("an e-mail address") { $0.contains("@") }.ifPresent.of(\Account.mail, "mail"),
    Check.isIn(0...150).each.of(\Account.ages, "ages"),
    Check.hasCount(in: 1...2).of(\Account.ages, "ages"))

  @Test("a valid value has no violations")
  func sound() {
    #expect(account.flaws(of: Account(name: "Ada", mail: nil, ages: [36])) == [])
    #expect(account.flaws(of: Account(name: "Ada", mail: "ada@example.org", ages: [0, 150])) == [])
  }

  @Test("all violations are found, each with its position, the found and the expected value")
  func flaws() {
    #expect(
      account.flaws(of: Account(name: "", mail: "ada", ages: [1, -1, 151])) == [
        "name: found \"\"; expected something",
        "mail: found \"ada\"; expected an e-mail address",
        "ages.1: found -1; expected a value from 0 to 150",
        "ages.2: found 151; expected a value from 0 to 150",
        "ages: found [1, -1, 151]; expected from 1 to 2 elements",
      ])
  }

  @Test("any requires one of several checks, and not inverts a check")
  func anyAndNot() {
    let small = Check.isIn(0...3)
    let even = Check<Int>("an even number") { $0.isMultiple(of: 2) }
    #expect(Check.any(small, even).flaws(of: 8) == [])
    #expect(Check.any(small, even).flaws(of: 3) == [])
    #expect(
      Check.any(small, even).flaws(of: 7)
        == ["found 7; expected a value from 0 to 3 or an even number"])
    #expect(Check.not(even).flaws(of: 2) == ["found 2; expected not an even number"])
    #expect(Check.not(.not(even)).flaws(of: 2) == [])
    for number in -5...20 {
      let both = Check.all(small, even).flaws(of: number).count
      #expect(both == small.flaws(of: number).count + even.flaws(of: number).count)
    }
  }
}
