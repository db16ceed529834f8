import CommandLine
import Testing

/// A program that has nothing to do with schedules.
@Suite("A program made with CommandLine")
struct FareTests {
  private func text(_ output: Output) -> String { String(decoding: output.out, as: UTF8.self) }
  private func notes(_ output: Output) -> String { String(decoding: output.err, as: UTF8.self) }

  @Test("answers in text and in JSON, according to its option")
  func answers() {
    #expect(text(Fare.run("to", "kiel")) == "kiel  19 EUR\n")
    #expect(text(Fare.run("to", "Kiel", "-p2")) == "kiel  39 EUR\n")
    #expect(
      text(Fare.run("to", "oslo", "--persons", "2", "--json"))
        == "[{\"city\":\"oslo\",\"price\":178}]\n")
  }

  @Test("prints help under its own name")
  func help() {
    let overview = text(Fare.run())
    #expect(overview.hasPrefix("fare: what trains cost\n"))
    #expect(overview.contains("fare help COMMAND") && overview.contains("  to CITY"))
    let page = text(Fare.run("to", "--help"))
    #expect(page.contains("fare to CITY [OPTION...]") && page.contains("-p, --persons N"))
    #expect(page.contains("Children pay as well."))
    #expect(text(Fare.run("help", "to")) == page)
  }

  @Test("reports each error with its position")
  func errors() {
    let unknown = Fare.run("too", "kiel")
    #expect(unknown.status == .usage)
    #expect(
      notes(unknown)
        == "fare: unknown command \"too\"; fare help --all lists the commands\nfare: did you mean to?\n"
    )
    #expect(
      notes(Fare.run("to", "kiel", "-p", "12"))
        == "fare: --persons: invalid value \"12\"; expected a whole number from 1 to 9\n")
    #expect(notes(Fare.run("to")) == "fare: to: missing CITY; usage: fare to CITY\n")
    let lost = Fare.run("to", "rome")
    #expect(lost.status == .notFound && notes(lost).contains("expected kiel or oslo"))
  }

  @Test("has a manual page and completion")
  func manual() throws {
    let page = try Fare.table.manual(on: "to", dated: "May 1, 2026")
    #expect(page.hasPrefix(".Dd May 1, 2026\n.Dt FARE-TO 1\n"))
    #expect(!page.contains("konf"))
    for shell in CompletionShell.allCases {
      let script = shell.script(of: "fare")
      #expect(script.contains("fare __complete \(shell.rawValue)") && !script.contains("konf"))
    }
    let offer = Completion(Fare.table, behind: ["to"]).offer(for: "k")
    #expect(offer.candidates.map(\.text) == ["kiel"])
    let options = Completion(Fare.table, behind: ["to"]).offer(for: "--p")
    #expect(options.candidates.map(\.text) == ["--persons"])
  }
}
