import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What becomes of stars, ratings, notes and appointments when `konf use` keeps a newer version.
@Suite struct CarriedMarksTests {
  /// A talk in the format of frab, with a number and perhaps an identifier that no other has.
  struct Talk {
    var id: Int
    var title: String
    var clock: String
    var guid: Int?
    var day = 24
    var room = "Hall"
    var people = ["Ada"]

    var json: String {
      let guid = guid.map { #""guid": "0f3c9a5e-1111-4222-8333-\#(100_000_000_000 + $0)", "# } ?? ""
      let persons = people.map { #"{"public_name": "\#($0)"}"# }.joined(separator: ", ")
      return """
        {"id": \(id), \(guid)"title": "\(title)", "date": "2016-04-\(day)T\(clock):00+02:00",
         "duration": "1:00", "room": "\(room)", "persons": [\(persons)]}
        """
    }
  }

  let folder = TemporaryFolder()
  var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    run.now = Instant(secondsSince1970: 1_461_492_000)  // 2016-04-24T12:00+02:00
  }

  @discardableResult
  func use(
    _ talks: [Talk], title: String = "Fair 2016", _ options: String = ""
  ) -> Output {
    let days = [24, 25].map { day in
      let events = talks.filter { $0.day == day }.map(\.json).joined(separator: ",\n")
      return #"{"date": "2016-04-\#(day)", "rooms": {"Hall": [\#(events)]}}"#
    }
    let text = """
      {"schedule": {"conference": {"title": "\(title)", "time_zone_name": "Europe/Berlin",
       "days": [\(days.joined(separator: ", "))]}}}
      """
    return run("use \(folder.write(text, to: "fair.json")) --width 200 \(options)")
  }

  /// Where a kind of mark is: the starts of the talks that have it.
  func starts(_ field: String) throws -> [String] {
    let output = run("talks --json --hidden")
    let all = run("talks --json")
    return try [output, all].flatMap { output in
      try zip(output.values("start"), output.values(field)).filter { $0.1 != "null" }
        .map { "\($0.0.dropFirst(8).prefix(8)) \($0.1)" }
    }
  }

  // MARK: Stars on the right talk

  @Test("the marks of a removed talk are not on its twin, and are listed")
  func twins() throws {
    let both = [
      Talk(id: 1, title: "Meetup", clock: "10:00", guid: 1),
      Talk(id: 2, title: "Meetup", clock: "15:00", guid: 2),
    ]
    use(both)
    _ = run("rate 0f3c9a5e-1111-4222-8333-100000000001 2")
    _ = run("rate 0f3c9a5e-1111-4222-8333-100000000002 5")
    _ = run("star 0f3c9a5e-1111-4222-8333-100000000002")
    let news = use([both[0]]).text
    #expect(news.contains("cancelled  Meetup: was Sunday 24 April"))
    #expect(try starts("rating") == ["24T10:00 2"])
    #expect(try starts("star") == [])
    #expect(run("ratings").text.contains("No longer in the schedule\n★★★★★ Meetup"))
  }

  @Test("talks with one title stay on their days when all numbers change")
  func renumbered() throws {
    var talks = [
      Talk(id: 1, title: "Lightning Talks", clock: "10:00", people: []),
      Talk(id: 2, title: "Lightning Talks", clock: "10:00", day: 25, people: []),
      Talk(id: 3, title: "Trains", clock: "12:00"),
    ]
    use(talks)
    _ = run("rate 1 1")
    _ = run("rate 2 2")
    _ = run("star 2")
    (talks[0].id, talks[1].id, talks[2].id) = (2, 3, 1)
    use(talks)
    #expect(try starts("rating") == ["24T10:00 1", "25T10:00 2"])
    #expect(try starts("star") == ["25T10:00 yes"])
  }

  @Test("a talk inserted before all others moves no mark, and diff agrees")
  func inserted() throws {
    let talks = (1...5).map { Talk(id: $0, title: "Alpha \($0)", clock: "1\($0):00") }
    use(talks)
    for number in 1...5 { _ = run("rate \(number) \(number)") }
    let shifted = talks.map { talk in
      var talk = talk
      talk.id += 1
      return talk
    }
    let output = use([Talk(id: 1, title: "New", clock: "09:00", people: ["Bo"])] + shifted)
    #expect(output.text.hasPrefix("fair-2016  1 added"), "\(output.text)")
    #expect(
      try starts("rating") == (1...5).map { "24T1\($0):00 \($0)" })
    #expect(run("diff").text.contains("\n1 added"))
  }

  @Test("a mark changed before the next version is saved leaves no duplicate")
  func changedWithoutUse() throws {
    let talks = [
      Talk(id: 1, title: "Alpha", clock: "10:00"), Talk(id: 2, title: "Beta", clock: "11:00"),
    ]
    use(talks)
    _ = run("star 2")
    let path = "\(folder.path)/home"
    var shifted = talks
    (shifted[0].id, shifted[1].id) = (2, 3)
    let events = shifted.map(\.json).joined(separator: ",")
    let text = """
      {"schedule": {"conference": {"title": "Fair 2016", "time_zone_name": "Europe/Berlin",
       "days": [{"date": "2016-04-24", "rooms": {"Hall": [\(events)]}}]}}}
      """
    let file = folder.write(text, to: "next.json")
    #expect(run("talks --mine --data \(file)").text.contains("Beta"))
    _ = run("unstar 3 --data \(file)")
    #expect(run("talks --mine --data \(file)").text == "")
    #expect(run("talks --mine").text == "")
    #expect(TemporaryFolder.names(in: path).contains("ratings.log"))
  }

  // MARK: Conferences

  @Test("another conference is separate, and konf explains how to join them")
  func otherConference() throws {
    let talks = [
      Talk(id: 1, title: "Opening", clock: "09:00", people: []),
      Talk(id: 2, title: "Trains", clock: "10:00"),
      Talk(id: 3, title: "Ships", clock: "11:00", people: ["Bo"]),
    ]
    use(talks)
    _ = run("star 2")
    var others = [
      Talk(id: 1, title: "Opening", clock: "09:00", people: []),
      Talk(id: 2, title: "Trains", clock: "16:00", room: "Dock"),
      Talk(id: 3, title: "Cats", clock: "17:00", people: ["Cy"]),
      Talk(id: 4, title: "Dogs", clock: "18:00", people: ["Di"]),
    ]
    others[0].day = 25
    let output = use(others, title: "Harbour Days")
    #expect(output.text.hasPrefix("harbour-days  Harbour Days"))
    #expect(
      output.notes.contains(
        "if the file is a newer version of fair-2016, run: konf use \(folder.path)/fair.json --name fair-2016"
      )
    )
    #expect(try run.values("name", of: "use") == ["fair-2016", "harbour-days"])
    #expect(try starts("star") == [])
    #expect(run("talks --mine --data fair-2016").text.contains("Trains"))
  }

  @Test("a new title changes nothing: appointments, stars and the names in calendars stay")
  func retitled() throws {
    let talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
      Talk(id: 3, title: "Cats", clock: "12:00", people: ["Cy"]),
    ]
    use(talks)
    _ = run("add Dinner --at 2016-04-24T19:00")
    let before = run("export --as ics --mine").text
    let output = use(talks, title: "The Great Fair", "--name fair-2016")
    #expect(output.status == .success)
    #expect(run("agenda").text.contains("★ Dinner "))
    #expect(run("log").text.contains("Dinner"))
    let uid = try #require(before.split(separator: "\r\n").first { $0.hasPrefix("UID:own-") })
    #expect(uid.hasSuffix("@fair-2016-04.konf"))
    #expect(run("export --as ics --mine").text.contains(uid))
    #expect(run("export --as ics").text.contains("UID:1@fair-2016-04.konf"))
  }

  @Test(
    "if an unknown zone becomes known, appointments keep their local times, like the talks",
    .enabled(if: Machine.hasZoneFiles, "there are no zone files"),
    arguments: ["", ", \"version\": \"2\", \"zone\": \"Europe/Berlin\""])
  func knownZone(details: String) throws {
    func file(_ details: String) -> String {
      folder.write(
        """
        {"conference": {"title": "Zonk"\(details)}, "sessions": [], "talks": [
         {"title": "Alpha", "start": "2027-06-05T18:00", "end": "2027-06-05T19:00"},
         {"title": "Beta", "start": "2027-06-05T20:00", "end": "2027-06-05T21:00"}]}
        """, to: "zonk.json")
    }
    _ = run("use \(file(""))")
    _ = run("star alpha beta")
    _ = run(["add", "Dinner", "--at", "2027-06-05T19:00"])
    let output = run(
      "use \(file(details)) --width 100\(details.isEmpty ? " --zone Europe/Berlin" : "")")
    #expect(output.text.contains("3 changed"), "\(output.text)")
    #expect(output.text.contains("Alpha: no offset → +02:00"), "\(output.text)")
    #expect(!output.text.contains("clash"), "\(output.text)")
    #expect(!output.text.contains("konf diff"))
    #expect(output.notes.contains("1 appointment keeps its local time, like the talks"))
    let starts = ["18", "19", "20"].map { "2027-06-05T\($0):00:00+02:00" }
    #expect(try run.values("start", of: "agenda").filter { $0 != "null" } == starts)
    // The next version moves nothing again.
    _ = run("use \(file(details + ", \"url\": \"https://example.org\""))")
    #expect(try run.values("start", of: "agenda").filter { $0 != "null" } == starts)
  }

  @Test("a zone that becomes known is a change of all talks, even without a conference record")
  func knownZoneOfList() {
    let list = folder.write(
      """
      [{"title": "Alpha", "start": "2027-06-05T18:00", "end": "2027-06-05T19:00", "talks": []},
       {"title": "Beta", "start": "2027-06-05T20:00", "speakers": ["Ann"]}]
      """, to: "list.json")
    _ = run("use \(list)")
    #expect(
      run("use \(list) --zone +02:00").text == "list  2 changed; the zone is now +02:00\n")
    #expect(run("use \(list) --zone +02:00").text == "list  nothing changed\n")
  }

  @Test("a calendar finds each talk under its former name, and names stay unique")
  func calendarNames() throws {
    let talks = (1...3).map { Talk(id: $0, title: "Alpha \($0)", clock: "1\($0):00") }
    use(talks)
    func names() -> [String] {
      let lines = run("export --as ics").text.split(separator: "\r\n")
      let uids = lines.filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
      let titles = lines.filter { $0.hasPrefix("SUMMARY:") }.map { $0.dropFirst(8) }
      return zip(titles, uids).map { "\($0) \($1)" }.sorted()
    }
    let before = names()
    var next = talks
    for index in next.indices { next[index].id += 1 }
    use([Talk(id: 1, title: "New", clock: "09:00", people: ["Bo"])] + next)
    #expect(names() == before + ["New 1.2@fair-2016-04.konf"])
    // Once more: what was called otherwise keeps its name.
    for index in next.indices { next[index].id += 10 }
    use([Talk(id: 1, title: "New", clock: "09:00", people: ["Bo"])] + next)
    #expect(names() == before + ["New 1.2@fair-2016-04.konf"])
  }

  @Test("the previous version returns with all marks, including later ones, and can be left again")
  func previous() throws {
    let talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ]
    use(talks)
    _ = run("star 1 2")
    _ = run("rate 2 4")
    var next = [talks[0]]
    next[0].title = "Fast trains"
    use(next)
    _ = run("note 1 since")
    let after = [run("agenda").text, run("ratings").text, run("talks").text]
    #expect(
      after[0].contains("Fast trains") && after[0].contains("★ Ships ")
        && after[0].contains("\ncancelled "))
    #expect(run("use fair-2016 --previous").text.contains("fair-2016"))
    #expect(run("talks").text.contains("Ships") && !run("talks").text.contains("Fast"))
    #expect(try starts("star") == ["24T10:00 yes", "24T11:00 yes"])
    #expect(try starts("rating") == ["24T11:00 4"])
    #expect(run("agenda").text.contains("since"))
    #expect(run("use fair-2016 --previous").status == .success)
    #expect([run("agenda").text, run("ratings").text, run("talks").text] == after)
    // The version that one came back from is no older version.
    _ = run("use fair-2016 --previous")
    #expect(use(next).status == .success)
    #expect(run("talks").text == after[2])
  }

  @Test("a wrong pairing is reverted with the version, including the marks made since")
  func wrongPairing() throws {
    use([
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ])
    _ = run("star 1")
    let before = run("agenda").text
    // Another talk has the number, the slot and the speaker of the first one.
    use([
      Talk(id: 1, title: "Gardens", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ])
    #expect(run("agenda").text.contains("Gardens"))
    _ = run("rate 1 2")
    #expect(run("use fair-2016 --previous").status == .success)
    #expect(run("agenda").text.contains("Trains") && !run("agenda").text.contains("Gardens"))
    #expect(try starts("rating") == ["24T10:00 2"])
    _ = run("rate 1 --clear")
    #expect(run("agenda").text == before)
  }

  @Test("without a previous version or its copy, a message says so and nothing changes")
  func noPrevious() throws {
    use([Talk(id: 1, title: "Trains", clock: "10:00")])
    let none = run("use fair-2016 --previous")
    #expect(none.status == .notFound)
    #expect(none.notes.contains("fair-2016 has no previous version"))
    #expect(run("use fair --previous").notes == none.notes, "the beginning of the name is enough")
    let first = TemporaryFolder.names(in: "\(folder.path)/home/schedules")
    use([Talk(id: 1, title: "Trains", clock: "11:00")])
    for name in first { #expect(unlink("\(folder.path)/home/schedules/\(name)") == 0) }
    let log = Repository.bytes(of: "\(folder.path)/home/ratings.log")
    let output = run("use fair-2016 --previous")
    #expect(output.status == .badData && output.text == "")
    #expect(output.notes.contains("the previous version of fair-2016"))
    #expect(Repository.bytes(of: "\(folder.path)/home/ratings.log") == log)
    #expect(run("use other --previous").status == .notFound)
    #expect(run("use fair-2016 --previous --force").status == .usage)
  }

  @Test("undo follows a talk through later versions, even if it was removed")
  func undoThroughVersions() throws {
    var talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
      Talk(id: 3, title: "Gardens", clock: "12:00"),
    ]
    use(talks)
    _ = run("star 1")
    _ = run("rate 2 4")
    _ = run("rate 2 5")
    talks[1].title = "Large ships"
    use(Array(talks.dropFirst()))
    talks[2].clock = "15:00"
    use(Array(talks.dropFirst()))
    let log = Repository.bytes(of: "\(folder.path)/home/ratings.log")
    let first = run("undo")
    #expect(first.status == .notFound && first.text == "")
    #expect(first.notes.contains("konf use fair-2016 --previous"))
    #expect(try starts("rating") == ["24T11:00 5"])
    #expect(Repository.bytes(of: "\(folder.path)/home/ratings.log") != log)
    #expect(run("undo").text.contains("★★★★★ → ★★★★☆"))
    #expect(try starts("rating") == ["24T11:00 4"])
    #expect(run("undo").status == .success)
    #expect(try starts("rating") == [])
    #expect(run("agenda").text.contains("Trains"))
    #expect(run("undo").text.contains("Trains"))
    #expect(run("agenda --json").text == "[]\n")
    for _ in 0..<3 { #expect(run("redo").status == .success) }
    #expect(try starts("rating") == ["24T11:00 5"])
    #expect(run("agenda").text.contains("Trains"))
  }

  // MARK: What is cancelled

  @Test("a cancelled talk stays on the agenda until it is unstarred, and calendars drop it")
  func cancelled() throws {
    let talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ]
    use(talks)
    _ = run("star 2")
    use([talks[0]])
    #expect(try run.values("kind", of: "agenda") == ["cancelled"])
    #expect(try run.values("start", of: "agenda") == ["2016-04-24T11:00:00+02:00"])
    let calendar = run("export --as ics").text
    let event = calendar[try #require(calendar.firstRange(of: "UID:2@")).lowerBound...]
    #expect(event.contains("SUMMARY:Cancelled: Ships"))
    #expect(event.contains("UID:2@fair-2016-04.konf") && event.contains("STATUS:CANCELLED"))
    #expect(run("note 2 pity").text.contains("no longer in the schedule"))
    #expect(run("agenda").text.contains("note: pity"))
    #expect(run("unstar 2").status == .success)
    #expect(run("agenda").text.contains("No longer in the schedule"))
    #expect(run(["note", "2", "--clear"]).status == .success)
    #expect(run("agenda").text == "")
    #expect(!run("export --as ics").text.contains("SUMMARY:Ships"))
    // The number is another talk's by now, which is not the one that was marked.
    use([talks[0], Talk(id: 2, title: "Planes", clock: "12:00", people: ["Di"])])
    #expect(try starts("star") == [])
  }

  @Test("new overlaps in a newer version are reported, in words and as data")
  func newClash() throws {
    var talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "12:00"),
    ]
    use(talks)
    _ = run("star 1 2")
    _ = run("add Lunch --at 2016-04-24T14:00 --for 1h")
    talks[1].clock = "10:30"
    let output = use(talks)
    #expect(output.text.contains("  clashes with Trains now\n"), "\(output.text)")
    let data = try run.values("clashes", of: "use \(folder.path)/fair.json --name fair-2016")
    #expect(data == ["[]"])
    talks[0].clock = "14:30"
    #expect(use(talks).text.contains("  clashes with Lunch now\n"))
  }
}
