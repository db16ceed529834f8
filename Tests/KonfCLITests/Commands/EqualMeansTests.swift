import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The order of ratings where means, and then numbers, are equal; and lists of identifiers of a part.
@Suite struct EqualMeansTests {
  @Test("equal means are ordered by number of ratings, then by time, and a hair less is less")
  func order() throws {
    var run = CommandLineRun()
    let titles = Dictionary(
      uniqueKeysWithValues: zip(
        try run.values("id", of: "talks"), try run.values("title", of: "talks")))
    var rows = AudienceRows()
    var counter: UInt64 = 0
    func rate(_ talk: String, _ stars: Int...) {
      for (person, stars) in stars.enumerated() {
        counter += 1
        rows.add(person, counter, talk, stars, title: titles[talk])
      }
    }
    rate("session4Day2/2", 4, 4)
    rate("session1Day1/1", 4)
    rate("session2Day1/1", 5, 3)
    rate("session1Day1/2", 5, 4, 3)
    rate("session2Day1/2", 4, 4, 4, 4, 4, 4, 3)
    rate("session3Day1/1", 5, 4)
    run.input = Array(rows.jsonLines.utf8)
    let expected = [
      "session3Day1/1", "session1Day1/2", "session2Day1/1", "session4Day2/2", "session1Day1/1",
      "session2Day1/2",
    ]
    #expect(try run.values("id", of: "ratings --merge -") == expected)
    #expect(
      try run.values("mean", of: "ratings --merge -")
        == ["4.5", "4", "4", "4", "4", "3.86"])
    let page = run("ratings --merge -").text
    let shown = page.split(separator: "\n").compactMap { line in
      expected.first { line.contains("[\($0)]") }
    }
    #expect(shown == expected)
  }

  @Test("the identifiers of a location's sessions are limited to the requested part")
  func locationIDs() throws {
    let run = CommandLineRun()
    func ids(_ list: String) -> [String] {
      list.split { "[],\"".contains($0) }.map(String.init)
    }
    let all = Dictionary(
      uniqueKeysWithValues: zip(
        try run.values("name", of: "locations"),
        try run.values("sessions", of: "locations").map(ids)))
    var limited = 0
    for filter in ["--day 1", "--day 2", "--speaker graham"] {
      let meant = Set(try run.values("id", of: "timeline \(filter)"))
      let names = try run.values("name", of: "locations \(filter)")
      let found = try run.values("sessions", of: "locations \(filter)").map(ids)
      #expect(!names.isEmpty)
      for (name, found) in zip(names, found) {
        #expect(found == all[name]?.filter(meant.contains), "\(name), \(filter)")
        if found != all[name] { limited += 1 }
      }
    }
    #expect(limited >= 3)
  }

  @Test("talks of a person and of a session are limited to the requested part")
  func talksOfPart() throws {
    var run = CommandLineRun()
    run.input = Array(SampleConference.json.utf8)
    for filter in ["--track security", "--day 1", "--lang en", "--room blauer"] {
      let ids = Set(try run.values("id", of: "talks --data - \(filter)"))
      #expect(!ids.isEmpty, "\(filter)")
      for list in ["speakers", "timeline"] {
        let talks = try run.values("talks", of: "\(list) --data - \(filter)")
        let found = talks.flatMap { $0.split(separator: "{\"id\":\"").dropFirst() }
          .map { String($0.prefix { $0 != "\"" }) }.filter { $0.contains("/") }
        #expect(Set(found) == ids, "\(list) \(filter)")
      }
    }
  }
}
