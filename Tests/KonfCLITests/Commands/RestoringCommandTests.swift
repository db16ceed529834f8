import CommandLine
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// The commands that `konf sync` prints for marks that another device removed or replaced.
@Suite struct RestoringCommandTests {
  private let folder = TemporaryFolder()
  private let shared: String
  private let phone: CommandLineRun
  private let desk: CommandLineRun

  init() {
    shared = folder.makeFolder("shared")
    phone = CommandLineRun(home: "\(folder.path)/phone")
    desk = CommandLineRun(home: "\(folder.path)/desk")
  }

  /// Texts that a shell must not change.
  private static let texts = [
    "plain", "two  blanks", "it's \"quoted\" $HOME `x` \\n", "-v", "--", "tab\tand\nnew line",
    "naïve 日本語 👩‍🚀", "hidden \u{202e}text\u{200b}", "ends with '",
  ]

  /// A calendar whose appointments have seconds, no length, and eleven years.
  private static let shifts = """
    [{"name": "Bar", "location": "Foyer", "start_date": "2015-05-18T12:30:10+02:00",
      "end_date": "2015-05-18T13:15:55+02:00"},
     {"name": "Moment", "start_date": "2015-05-18T12:00:00+02:00",
      "end_date": "2015-05-18T12:00:00+02:00"},
     {"name": "Eon", "start_date": "2015-05-18T12:00:00+02:00",
      "end_date": "2026-05-18T12:00:00+02:00"}]
    """

  /// The marks of the phone.
  private func state(_ options: String) -> [String] {
    [
      "agenda --json=id,title,start,end,locations,star", "ratings --json=id,rating,comment",
      "talks --hidden --json=id", "friends --json=id,friend", "talks --json=id,star,note,rating",
    ].map { phone("\($0) \(options)").text }
  }

  /// Marks of the phone, and the commands of the desk that remove or replace them.
  private func marks(
    _ options: String, ids: [String], texts: [String]
  ) -> [(make: [String], change: [String])] {
    let words = options.split(separator: " ").map(String.init)
    let (first, second) = (ids[0], ids[1])
    let stars = folder.write("\(first)\n\(second)\n", to: "stars.txt")
    let one = folder.write("\(second)\n", to: "one.txt")
    let shifts = folder.write(Self.shifts, to: "shifts.json")
    let texts = texts.flatMap { text in
      [
        (["note", first, "--", text], ["note", first, "--clear"]),
        (["note", first, "--", text], ["note", first, "another"]),
        (["rate", first, "3", "--comment=\(text)"], ["rate", first, "--clear"]),
        (
          [
            "add", "--at", "2015-05-18T12:30", "--for=45m", "--location=\(text)", "--", "\(text) x",
          ],
          ["add", "--remove", "--", "\(text) x"]
        ),
      ]
    }
    let others = [
      (["star", first], ["unstar", first]), (["star", first, "--maybe"], ["star", first]),
      (["hide", first], ["hide", first, "--clear"]),
      (["friends", "add", "Ada", stars], ["friends", "forget", "Ada"]),
      (["friends", "add", "Ada", stars], ["friends", "add", "Ada", one]),
      (["friends", "add", "--", "-x O'Neil", one], ["friends", "forget", "--", "-x O'Neil"]),
      (["star", "--from", shifts], ["add", "--remove", "Bar"]),
      (["star", "--from", shifts], ["add", "--remove", "Moment"]),
      (["star", "--from", shifts], ["add", "--remove", "Eon"]),
    ]
    return (texts + others).map { make, change in
      func placed(_ line: [String]) -> [String] { [line[0]] + words + line.dropFirst() }
      return (placed(make), placed(change))
    }
  }

  private func sync() -> [String] {
    _ = desk("sync \(shared) --name desk")
    let output = phone("sync \(shared) --name phone --json")
    #expect(output.status == .success && desk("sync \(shared)").status == .success)
    return ((try? output.taken("command")) ?? []).filter { $0 != "null" }
  }

  private func check(_ options: String = "", ids: [String], texts: [String]) {
    for (make, change) in marks(options, ids: ids, texts: texts) {
      #expect(phone(make).status == .success, "\(make)")
      _ = phone(["friends", "add", "Bo", folder.write("\(ids[0])\n", to: "bo.txt")])
      #expect(sync().isEmpty)
      _ = sync()
      let before = state(options)
      #expect(desk(change).status == .success, "\(change)")
      let commands = sync()
      #expect(state(options) != before, "\(change)")
      #expect(!commands.isEmpty, "\(change)")
      for command in commands {
        let output = phone.shell(command)
        #expect(output.status == .success, "\(command): \(output.notes)")
      }
      #expect(state(options) == before, "\(change): \(commands)")
      // What was restored is removed again before the next mark.
      _ = sync()
      _ = desk(change)
      _ = sync()
    }
  }

  @Test("each restores the mark: of every kind, with any text, and appointments of any length")
  func builtIn() { check(ids: ["session1Day1/1", "session2Day1/1"], texts: Self.texts) }

  @Test("each names a schedule that is not the default")
  func otherSchedule() {
    for device in [phone, desk] {
      _ = device("use \(folder.write(FairSchedule.first, to: "fair.json")) --name fair")
      _ = device("use \(folder.write(SampleConference.json, to: "sample.json")) --name sample")
    }
    check(
      "--data fair", ids: [FairSchedule.mail.id, FairSchedule.trains.id],
      texts: Array(Self.texts[1...2]))
  }

  @Test("each restores the mark of a talk that has left the schedule")
  func cancelled() {
    for device in [phone, desk] {
      _ = device("use \(folder.write(FairSchedule.first, to: "fair.json")) --name fair")
    }
    let id = FairSchedule.trains.id
    for line in ["star \(id) --maybe", "note \(id) x", "rate \(id) 4", "hide \(id)"] {
      _ = phone(line)
    }
    _ = sync()
    _ = sync()
    for device in [phone, desk] {
      _ = device("use \(folder.write(FairSchedule.second, to: "fair.json")) --name fair")
    }
    _ = sync()
    let before = state("")
    for line in [
      "unstar \(id)", "note \(id) --clear", "rate \(id) --clear", "hide \(id) --clear",
    ] { #expect(desk(line).status == .success, "\(line)") }
    let commands = sync()
    #expect(commands.count == 4 && state("") != before, "\(commands)")
    for command in commands {
      let output = phone.shell(command)
      #expect(output.status == .success, "\(command): \(output.notes)")
    }
    #expect(state("") == before)
  }

  @Test("a schedule without a time zone: an appointment returns at its clock time")
  func floating() {
    let text = FairSchedule.first.replacing(#""time_zone_name": "Europe/Berlin", "#, with: "")
      .replacing("+02:00", with: "")
    for device in [phone, desk] {
      _ = device("use \(folder.write(text, to: "fair.json")) --name fair")
    }
    var phone = phone
    phone.environment["TZ"] = "Asia/Tokyo"
    _ = phone("add Lunch --at 2016-04-24T12:30 --for 45m")
    #expect(sync().isEmpty)
    let before = state("")
    #expect(before[0].contains("2016-04-24T12:30:00\""), "\(before)")
    #expect(desk("add Lunch --remove").status == .success)
    let commands = sync()
    for command in commands { #expect(phone.shell(command).status == .success, "\(command)") }
    #expect(commands.count == 1 && state("") == before, "\(commands)")
  }
}

extension Output {
  /// The values of a field of the marks that a sync took.
  fileprivate func taken(_ field: String) throws -> [String] {
    let document = try SourceDocument(json: out)
    guard let record = document.root.elements.first(where: { _ in true }),
      let taken = record["taken"]
    else { return [] }
    return taken.elements.map { $0[field]?.string ?? "null" }
  }
}
