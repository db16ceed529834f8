import CommandLine
import Exchange
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What `konf star --from` takes from other apps, and the files of `konf export --mine`.
@Suite struct TakenStarsTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()
  private static let address = "https://fair.example/schedule.xml"

  init() {
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = folder.write(Self.schedule, to: "fair.json")
  }

  /// Nine talks with numbers and guids, whose pages have addresses; two with one slug, one without a
  /// number.
  private static let schedule: String = {
    let talks = (1...9).map { number in
      let id = number == 9 ? "" : "\"id\": \(6090 + number), "
      return """
        {\(id)"guid": "0f3c9a5e-1111-4222-8333-00000000000\(number)", "title": "Talk \(number)",
         "date": "2025-02-01T\(8 + number < 10 ? "0" : "")\(8 + number):00:00+01:00", "duration": "00:30",
         "start": "\(8 + number < 10 ? "0" : "")\(8 + number):00", "room": "Hall", "track": "Main",
         "url": "https://fair.example/event/\(number > 7 ? "twin" : "talk-\(number)")/",
         "persons": [{"id": \(number), "public_name": "Ada \(number)"}]}
        """
    }
    return """
      {"schedule": {"version": "1", "conference": {"title": "Fair", "time_zone_name": "Europe/Berlin",
       "days": [{"index": 1, "date": "2025-02-01", "rooms": {"Hall": [\(talks.joined(separator: ","))]}}]}}}
      """
  }()

  private func file(_ text: String, _ name: String = "stars") -> String {
    folder.write(text, to: name)
  }

  private func starred() throws -> [String] {
    try run.values("title", of: "talks --mine")
  }

  @Test("the walk: a link, its missing parts, and back, and one undo reverts all of it")
  func walk() throws {
    let link = GiggityLink.written(
      address: Self.address, stars: ["6091", "6092", "6093", "6121", "7000"], hidden: ["6094"])
    let output = run(["star", "--from", link])
    #expect(output.notes == "")
    #expect(
      output.text
        == "3 of 5 starred; 1 of 1 hidden; 2 are not in this schedule: 6121, 7000\n")
    #expect(try starred() == ["Talk 1", "Talk 2", "Talk 3"])
    #expect(!run("talks").text.contains("Talk 4"))
    #expect(
      run(["star", "--from", link]).text.replacing("\n  ", with: " ")
        == "3 of 5 starred, 3 of them already; 1 of 1 hidden, 1 of them already; 2 are not in this "
        + "schedule: 6121, 7000\n")
    let exported = run("export --mine --as giggity --url \(Self.address)")
    #expect(exported.status == .success && exported.notes == "")
    let choice = try ChoiceReader.read(exported.out)
    #expect(choice.address == Self.address)
    #expect(choice.stars.map { $0.names[0].text } == ["6091", "6092", "6093"])
    #expect(choice.hidden.map { $0.names[0].text } == ["6094"])
    _ = run("undo")
    #expect(try starred() == [])
    #expect(run("talks").text.contains("Talk 4"))
  }

  @Test("existing stars, maybes and notes stay unchanged")
  func kept() throws {
    _ = run("star 6091 --maybe --note x")
    _ = run("star 6095")
    _ = run("hide 6096")
    let link = GiggityLink.written(
      address: Self.address, stars: ["6091", "6096"], hidden: ["6095", "6097"])
    #expect(run(["star", "--from", link]).status == .success)
    #expect(try run.values("star", of: "talks --mine") == ["maybe", "yes", "yes"])
    #expect(run("session 6091").text.contains("note: x"))
    #expect(!run("talks").text.contains("Talk 7"))
  }

  @Test("lines may be ids, guids, addresses and slugs, and ambiguous ones are not guessed")
  func lines() throws {
    let path = file(
      """
      6091
      0F3C9A5E-1111-4222-8333-000000000002
      https://www.fair.example/event/talk-3
      talk-4
      https://other.example/event/5
      twin
      Talk 6
      """)
    let output = run("star --from \(path)")
    #expect(
      output.text.replacing("\n  ", with: " ")
        == "4 of 7 starred; 2 are not in this schedule: https://other.example/event/5, Talk 6; 1 "
        + "matches several talks: twin\n")
    #expect(try starred() == ["Talk 1", "Talk 2", "Talk 3", "Talk 4"])
    _ = run("undo")
    #expect(try run.values("result", of: "star --from \(path)").filter { $0 == "new" }.count == 4)
  }

  @Test("the bookmarks of another year have no match")
  func year() {
    func calendar(_ year: Int) -> String {
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:6091@\(year)@be.digitalia.fosdem\nEND:VEVENT\nEND:VCALENDAR\n"
    }
    let other = run("star --from \(file(calendar(2024)))")
    #expect(other.status == .notFound)
    #expect(
      other.notes == "konf: star: 0 of 1 starred; 1 is not in this schedule: 6091\n")
    #expect(run("star --from \(file(calendar(2025)))").text == "1 of 1 starred\n")
  }

  @Test("shifts become appointments, once, and as one step")
  func shifts() throws {
    let path = file(
      """
      [{"name": "Herald", "title": "Talk 1", "Name": "Hall", "start_date": "2025-02-01T09:00:00+01:00",
        "end_date": "2025-02-01T10:00:00+01:00", "event_timezone": "Europe/Berlin"},
       {"name": "Bar", "title": "", "Name": "", "start_date": "noon", "end_date": "later"},
       {"name": "Angel", "title": "", "Name": "Gate", "start_date": "2025-02-01T20:00:00+01:00",
        "end_date": "2025-02-01T22:00:00+01:00", "event_timezone": "Europe/Berlin"}]
      """)
    let output = run("star --from \(path)")
    #expect(output.text == "2 appointments added; 1 has no readable time: Bar\n")
    #expect(run("agenda").text.contains("Herald (Talk 1)"))
    #expect(
      run("star --from \(path)").text
        == "0 appointments added, 2 already on your agenda; 1 has no readable time: Bar\n")
    #expect(run("undo").text.contains("Angel"))
    #expect(run("agenda").text == "")
  }

  /// The titles of random talks, by what was said of them: a star, a doubt or hidden.
  private func marked(
    in run: CommandLineRun, _ random: inout SplitMix64
  ) throws -> (starred: [[String]], hidden: [String]) {
    let kinds = (1...9).map { _ in Int.random(in: 0...3, using: &random) }
    for (kind, words) in [(1, "star"), (2, "star --maybe"), (3, "hide")] {
      let ids = zip(1..., kinds).filter { $0.1 == kind }
        .map { " 0f3c9a5e-1111-4222-8333-00000000000\($0.0)" }
      if !ids.isEmpty { #expect(run("\(words)\(ids.joined())").status == .success) }
    }
    return zip(1..., kinds).reduce(into: ([], [])) { found, talk in
      let title = "Talk \(talk.0)"
      if 1...2 ~= talk.1 { found.0.append([title, talk.1 == 1 ? "yes" : "maybe"]) }
      if talk.1 == 3 { found.1.append(title) }
    }
  }

  @Test(
    "each exported format is read back with its stars, maybes and hidden talks, at random"
  )
  func roundTrip() throws {
    var random = SplitMix64(seed: 31)
    for number in 0..<max(12, Environment.number("KONF_LONG") ?? 0) {
      var run = run
      run.environment["KONF_HOME"] = "\(folder.path)/agenda\(number)"
      let (starred, hidden) = try marked(in: run, &random)
      for form in ["giggity --url \(Self.address)", "fosdem", "eventfahrplan", "json", "ics"] {
        let isLink = form.hasPrefix("giggity")
        // Only a link has what is hidden.
        if starred.isEmpty, !isLink || hidden.isEmpty { continue }
        let path = file(run("export --mine --as \(form)").text, "exported")
        var other = run
        let home = TemporaryFolder()
        other.environment["KONF_HOME"] = home.path
        let taken = other("star --from \(path)")
        // The last talk has no number, and only konf's own forms have doubts.
        let expected = starred.filter { form != "fosdem" || $0[0] != "Talk 9" }
          .map { [$0[0], ["json", "ics"].contains(form) ? $0[1] : "yes"] }
        let isTaken = !expected.isEmpty || isLink
        #expect(taken.status == (isTaken ? .success : .notFound), "\(form), agenda \(number)")
        let found = other("talks --mine --json=title,star")
        let pairs = zip(try found.values("title"), try found.values("star")).map { [$0, $1] }
        #expect(pairs == expected, "\(form), agenda \(number)")
        let left = try other.values("title", of: "talks --hidden")
        #expect(left == (isLink ? hidden : []), "\(form), agenda \(number)")
      }
    }
  }

  @Test(
    "konf's own JSON is read back with its stars, maybes and appointments, at random"
  )
  func ownRoundTrip() throws {
    var random = SplitMix64(seed: 32)
    for number in 0..<max(40, Environment.number("KONF_LONG") ?? 0) {
      var mine = run
      var other = run
      mine.environment["KONF_HOME"] = "\(folder.path)/mine\(number)"
      other.environment["KONF_HOME"] = "\(folder.path)/other\(number)"
      let kinds = (1...9).map { _ in Int.random(in: 0...2, using: &random) }
      for (kind, options) in [(1, []), (2, ["--maybe"])] as [(Int, [String])] {
        let ids = zip(1..., kinds).filter { $0.1 == kind }
          .map { "0f3c9a5e-1111-4222-8333-00000000000\($0.0)" }
        if !ids.isEmpty { _ = mine(["star"] + ids + options) }
      }
      let appointments = Int.random(in: 0...3, using: &random)
      for _ in 0..<appointments {
        let title = ["Lunch", "Dinner \u{1F35C}", "Call \"home\"", "a,b;c\\d"].oneElement(
          using: &random)
        let time = "2025-02-0\(Int.random(in: 1...2, using: &random))T1\(number % 10):30"
        let words = [
          "add", title, "--at", time, "--for", "\(Int.random(in: 1...200, using: &random))m",
        ]
        let location = Bool.random(using: &random) ? ["--location", "Foyer & Bar"] : []
        #expect(mine(words + location).status == .success)
      }
      let fields = "agenda --json=kind,id,title,star,start,end,locations"
      let agenda = mine(fields).text
      let taken = other("star --from \(file(mine("agenda --json").text, "agenda\(number)"))")
      let isEmpty = appointments == 0 && kinds.allSatisfy { $0 == 0 }
      #expect(taken.status == (isEmpty ? .notFound : .success))
      #expect(other(fields).text == agenda)
    }
  }

  @Test(
    "of a session with several talks, only the starred talks are read back",
    arguments: ["agenda --json", "export --mine --as json", "export --mine --as ics"])
  func talksOfSession(line: String) throws {
    var (ada, bo) = (CommandLineRun(), CommandLineRun())
    ada.environment["KONF_HOME"] = "\(folder.path)/ada"
    bo.environment["KONF_HOME"] = "\(folder.path)/bo"
    _ = ada("star session4Day1/1")
    _ = ada("star session4Day2/2 --maybe")
    let ids = ["session4Day1/1", "session4Day2/2"]
    let path = file(ada(line).text)
    #expect(bo("friends add ada \(path)").text == "ada: 2 of 2 stars saved\n")
    #expect(try bo.values("id", of: "friends") == ids)
    #expect(bo("star --from \(path)").text == "2 of 2 starred\n")
    #expect(try bo.values("id", of: "talks --mine") == ids)
    #expect(try bo.values("star", of: "talks --mine") == ["yes", "maybe"])
    _ = ada("star session4Day2")
    _ = bo("star --from \(file(ada(line).text))")
    let session = ["session4Day2/1", "session4Day2/2"]
    #expect(try bo.values("id", of: "talks --mine") == [ids[0]] + session)
  }

  @Test("a calendar that is also the schedule has the events of the starred talks starred")
  func eventsOfTalks() throws {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    _ = run("star session4Day2/1 session4Day2/2")
    let path = file(run("export --as ics").text)
    run.environment["KONF_HOME"] = "\(folder.path)/other"
    run.environment["KONF_DATA"] = path
    #expect(run("star --from \(path)").status == .success)
    let ids = try run.values("id", of: "timeline --mine")
    #expect(ids.count == 1 && ids[0].hasPrefix("session4Day2"), "\(ids)")
  }

  @Test("links use the address saved by konf use, until another is typed or saved")
  func keptAddress() throws {
    var run = run
    run.environment["KONF_DATA"] = nil
    let path = file(Self.schedule, "fair2.json")
    #expect(run("use \(path) --name fair").status == .success)
    _ = run("star 6091")
    #expect(run("export --mine --as giggity").notes.contains("konf use NAME --url URL"))
    #expect(run("use fair --url \(Self.address)").status == .success)
    func address(_ options: String = "") -> String {
      run("export --mine --as giggity \(options)").text
    }
    let link = GiggityLink.written(address: Self.address, stars: ["6091"], hidden: [])
    #expect(address() == "\(link)\n")
    #expect(address("--url https://other.example/x.xml").contains("other.example"))
    #expect(run("use \(path) --name fair --url https://third.example/x.xml").status == .success)
    #expect(address().contains("third.example"))
    #expect(run("undo").notes.contains("konf use fair --url URL"))
    #expect(address().contains("third.example"))
    _ = run("use fair --url \(Self.address)")
    #expect(address() == "\(link)\n")
    #expect(run("use --url \(Self.address)").status == .usage)
    #expect(run("use fair --url nonsense").status == .usage)
    #expect(run("use fair --forget --url \(Self.address)").status == .usage)
  }

  @Test(
    "konf reports the missing parts of a link, and which options belong together",
    arguments: [
      ("export --mine --as giggity", "the link needs the address of the schedule"),
      ("export --mine --as qr", "add --url URL"),
      ("export --as giggity", "add --mine"),
      ("export --as fosdem", "add --mine"),
      ("export --mine --as csv --url https://a.org/x", "--url and --as csv cannot be combined"),
      ("export --as html --url https://a.org/x", "--url needs --mine"),
      ("export --mine --as qr --url x", "an address such as"),
      ("export --mine --as giggity --json", "cannot be combined"),
      ("export --mine --as qr --width 40 --url https://a.org/x", "the QR code needs 41 columns"),
      ("star --from x 6091", "cannot be combined"), ("star --from x --note y", "--note"),
      ("star --from x --track Main", "--track"), ("star --from - --data -", "standard input"),
      ("star --from https://a.org/x", "konf makes no network call"),
    ])
  func usage(line: String, words: String) {
    _ = run("star 6091")
    let output = run(line)
    #expect(output.status == .usage)
    #expect(output.text == "")
    #expect(output.notes.contains(words), "\(output.notes)")
  }

  @Test("torn and foreign inputs change nothing and are reported with positions")
  func refused() {
    for (text, words) in [
      ("https://ggt.gaa.st/#see=eNo", "the link: see: found"), ("<html>", "found markup"),
      ("{\"lectures\":[{}]}", "without lecture_id"), ("", "found nothing"), ("[]", "no stars in"),
    ] {
      let word = text.hasPrefix("https") ? text : file(text)
      let output = run(["star", "--from", word])
      #expect([.badData, .notFound].contains(output.status))
      #expect(output.notes.contains(words), "\(output.notes)")
    }
    #expect(run("star --from \(folder.path)/none").status == .noInput)
    #expect(run("log").text == "")
  }

  @Test("a QR code is drawn for a dark terminal, with colours for any, and on the page")
  func code() throws {
    _ = run("star 6091 6092")
    let link = run("export --mine --as giggity --url \(Self.address)").text.dropLast()
    let code = try QRCode(String(link))
    let plain = run("export --mine --as qr --url \(Self.address)").text
    #expect(plain.split(separator: "\n").map(String.init) == code.halfBlocks(lightBlocks: true))
    let colored = run("export --mine --as qr --url \(Self.address) --color always").text
    let lines = colored.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") })
    #expect(lines.count == code.halfBlocks(lightBlocks: false).count)
    #expect(run("export --mine --as html --url \(Self.address)").text.contains(code.svg))
    #expect(!run("export --mine --as html").text.contains("<svg"))
    var latin = run
    latin.environment["LANG"] = "C"
    #expect(
      latin("export --mine --as qr --url \(Self.address)").notes.contains("a terminal set to UTF-8")
    )
  }

  @Test("nothing is exported if nothing is starred")
  func nothing() {
    for form in ["giggity", "qr", "fosdem", "eventfahrplan"] {
      let output = run("export --mine --as \(form)")
      #expect(output.text == "" && output.status == .success)
      #expect(output.notes == "konf: nothing is starred; star a talk with konf star TARGET\n")
    }
  }

  @Test("a talk without a number is omitted from bookmarks, and konf says so")
  func noNumber() {
    _ = run("star 6091 0f3c9a5e-1111-4222-8333-000000000009")
    let output = run("export --mine --as fosdem")
    #expect(output.text.contains("UID:6091@2025@be.digitalia.fosdem"))
    #expect(output.text.split(separator: "BEGIN:VEVENT").count == 2)
    #expect(
      output.notes
        == "konf: export: 1 talk has no number, which FOSDEM Companion requires; left out of the "
        + "file\n")
  }
}
