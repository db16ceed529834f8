import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Talks that are cancelled and back, or whose number another talk has in the meantime.
extension CarriedMarksTests {
  @Test(
    "a marked talk that is back after a cancellation keeps its name in calendars and its guid",
    arguments: ["", "--previous"])
  func returnedName(option: String) throws {
    let talks = (1...3).map { Talk(id: $0, title: "Alpha \($0)", clock: "1\($0):00") }
    func guids() -> [Substring] {
      run("export --as schedule.json").text.split(separator: ",")
        .filter { $0.firstRange(of: #""guid""#) != nil }
    }
    use(talks)
    _ = run("star 2")
    _ = run("note 2 first")
    let guidsBefore = guids()
    #expect(guidsBefore.count == 3)
    use([talks[0], talks[2]])
    #expect(run("export --as ics --mine").text.contains("STATUS:CANCELLED"))
    if option.isEmpty { use(talks, "--force") } else { _ = run("use fair-2016 --previous") }
    let calendar = run("export --as ics --mine").text
    #expect(calendar.contains("\r\nUID:2@fair-2016-04.konf\r\n"), "\(calendar)")
    #expect(!calendar.contains("2.2@") && !calendar.contains("STATUS:CANCELLED"))
    #expect(guids() == guidsBefore)
    // A different talk with the number still gets a name of its own.
    use([talks[0], talks[2]])
    use([talks[0], talks[2], Talk(id: 2, title: "New", clock: "20:00", people: ["Bo"])])
    #expect(run("export --as ics").text.contains("UID:2.2@fair-2016-04.konf"))
  }

  // MARK: Steps

  @Test("if another talk has the number of a cancelled one, every command has the same longer id")
  func reusedNumber() throws {
    let talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ]
    use(talks)
    _ = run("star 2")
    use([talks[0]])
    _ = run("note 2 pity")
    _ = run("rate 2 4")
    use([talks[0], Talk(id: 2, title: "Planes", clock: "15:00", people: ["Di"])])
    let id = try #require(try run.values("id", of: "agenda").first)
    #expect(id.hasPrefix("2@"))
    for line in ["log", "agenda", "ratings", "ratings --stats", "session \(id)"] {
      #expect(run(line).text.contains(id), "\(line)")
    }
    for line in ["ratings", "ratings --stats"] {
      #expect(try run.values("id", of: line) == [id], "\(line)")
    }
    for line in ["unstar", "note", "rate"] {
      let output = run("\(line) \(id)\(line == "unstar" ? "" : " --clear")")
      #expect(output.status == .success, "\(line): \(output.notes)")
    }
    #expect(run("star \(id)").text.contains("Ships [\(id)] · starred"))
  }

  @Test("konf log names a talk that is back by its number, even if it has no more marks")
  func returnedNumber() throws {
    let talks = [
      Talk(id: 1, title: "Trains", clock: "10:00"), Talk(id: 2, title: "Ships", clock: "11:00"),
    ]
    use(talks)
    _ = run("star 2")
    use([talks[0]])
    use(talks)
    #expect(run("unstar 2").status == .success)
    let ids = try run.values("id", of: "log")
    #expect(ids.contains("2") && !ids.contains { $0.contains("@") }, "\(ids)")
  }

  @Test("a starred talk that is no longer cancelled is reported by name")
  func returned() throws {
    let staying = ["Trains", "Cats", "Gardens"].enumerated().map { number, title in
      Talk(id: number + 1, title: title, clock: "1\(number):00")
    }
    let others = [
      Talk(id: 4, title: "Ships", clock: "14:00"), Talk(id: 5, title: "Planes", clock: "15:00"),
    ]
    use(staying + others)
    _ = run("star 4")
    use(staying)
    let news = use(staying + others + [Talk(id: 6, title: "Birds", clock: "16:00")]).text
    #expect(news.hasPrefix("fair-2016  3 added"), "\(news)")
    #expect(news.contains("Ships: Sunday 24 April"), "\(news)")
    #expect(!news.contains("Planes") && !news.contains("Birds"), "\(news)")
    #expect(try starts("star") == ["24T14:00 yes"])
  }
}
