import CommandLine
import KonfCLI
import TestSupport
import Testing

private let real = Repository.sharedData("uikonf/uikonf-2015.json")

/// The schedule as the conference published it, which is not part of this package.
@Suite(.enabled(if: real != nil, "the shared samples are not here; KONF_SHARED_DATA names them"))
struct RealScheduleTests {
  private var run: CommandLineRun
  private let path: String

  init() throws {
    path = try #require(real)
    run = CommandLineRun()
    run.environment["KONF_DATA"] = path
  }

  @Test("it has the known numbers of sessions, talks, people and locations")
  func counts() throws {
    #expect(try run.values("id", of: "timeline").count == 31)
    #expect(try run.values("id", of: "talks").count == 18)
    #expect(try run.values("name", of: "speakers").count == 18)
    #expect(try run.values("name", of: "organizers").count == 4)
    #expect(try run.values("name", of: "locations").count == 11)
    let people = try Set(run.values("name", of: "speakers") + run.values("name", of: "organizers"))
    #expect(people.count == 22)
    #expect(run("ratings").text == "0 of 18 talks rated\n")
  }

  @Test("the only notes are about the missing month and zone")
  func notes() {
    #expect(
      run("timeline").notes
        == "konf: \(path): neither the file nor an option gives the month or the zone; "
        + "assumed month 2015-05 and zone Europe/Berlin\n")
    #expect(run("timeline --month 2015-05 --zone Europe/Berlin").notes == "")
  }

  @Test("times, titles and people match the built-in schedule")
  func facts() {
    for line in ["timeline --json", "talks --json"] {
      #expect(run(line).text == CommandLineRun()(line).text, "\(line)")
    }
    let own = run("timeline").text.split(separator: "\n").dropFirst()
    #expect(own == CommandLineRun()("timeline").text.split(separator: "\n").dropFirst())
  }

  @Test("parts of names find the expected people")
  func names() throws {
    #expect(try run.values("name", of: "speaker lee") == ["Graham Lee", "Mike Lee"])
    #expect(try run.values("name", of: "speaker maxim").sorted() == ["Maxim Cramer", "Maxim Zaks"])
    #expect(try run.values("name", of: "speaker hofele") == ["Claus Höfele"])
    #expect(try run.values("name", of: "location NEUKOLLN") == ["Heimathafen Neukölln"])
    #expect(try run.values("name", of: "location neukoelln") == ["Heimathafen Neukölln"])
  }
}
