import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Numbers and codes that several talks of a file have, and talks without numbers.
@Suite struct SharedNumberTests {
  @Test("a number of different talks is reported once, with both places, and lists each of them")
  func sharedNumbers() throws {
    let talks = [
      (205, "Tides"), (205, "Maps"), (205, "Ropes"), (206, "Knots"), (206, "Knots"), (207, "Sails"),
    ]
    let events = talks.enumerated().map { place, talk in
      """
      <event guid="\(place)f3c9a5e-1111-4222-8333-444455556666" id="\(talk.0)">\
      <title>\(talk.1)</title><start>1\(place):00</start><duration>0:30</duration></event>
      """
    }
    var run = CommandLineRun()
    run.input = Array(
      """
      <schedule><conference><title>Fair</title></conference>
      <day index="1" date="2026-06-06"><room name="Hall">
      \(events.joined(separator: "\n"))
      </room></day></schedule>
      """.utf8)
    let output = run("check - --json")
    let found = zip(
      zip(try output.values("rule"), try output.values("line")), try output.values("message")
    )
    .filter { $0.0.0 == "shared-id" }
    #expect(found.map(\.0.1) == ["4"])
    #expect(found.map(\.1) == [#""205" is also an id of "Tides" (0f3c9a5e) at 3:1"#])
    #expect(try run.values("title", of: "session 205 --data -") == ["Tides", "Maps", "Ropes"])
  }

  @Test("talks without any numbers are in the order of the file, and nothing is wrong with them")
  func unnumbered() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"conference": {"title": "Fair", "zone": "UTC"}, "sessions": [
       {"id": "s1", "title": "Opening", "start": "2027-06-05T09:00", "end": "2027-06-05T10:00",
        "talks": [{"title": "Welcome"}, {"title": "Keynote"}]}]}
      """.utf8)
    let output = run("check - --json --strict")
    #expect(try output.values("rule") == [])
    #expect(output.status == .success)
  }
}
