import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// Which schedule a run shows, also where something is damaged.
@Suite struct ShownScheduleTests: FairHomeSuite {
  let fair = FairHome()

  @Test("--data precedes KONF_DATA, which precedes the default, and each accepts a name")
  func order() throws {
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea"), to: "sea.json")
    _ = use("use @/sea.json")
    var run = run
    func titles(_ options: String) throws -> [String] {
      try run.values("title", of: "talks \(options)")
    }
    #expect(try titles("") == ["Sea"])
    #expect(try titles("--data fair").count == 3)
    #expect(run("talks --data ./fair").notes.contains("./fair: no such file"))
    run.environment["KONF_DATA"] = "fair"
    #expect(try titles("").count == 3)
    #expect(try titles("--data sea") == ["Sea"])
    #expect(
      run("use fair").notes.contains("KONF_DATA is set and overrides the default: \"fair\""))
    #expect(run("check fair").text.contains("the saved schedule fair: "))
    #expect(run("check").text == run("check fair").text)
  }

  @Test("a damaged or missing copy is never shown, and is intact when saved again")
  func damaged() throws {
    _ = use("use @/first.json --name fair")
    let file = try #require(copies.first)
    var bytes = Array(FairSchedule.first.utf8)
    for isMissing in [false, true] {
      if isMissing {
        #expect(unlink("\(schedules)/\(file)") == 0)
      } else {
        bytes[bytes.count / 2] ^= 1
        home.write(bytes, to: "schedules/\(file)")
      }
      for line in ["timeline", "now --json", "ratings", "use fair", "check"] {
        let output = use(line)
        #expect(output.status == .badData && output.text == "", "\(line)")
        #expect(output.notes.contains(isMissing ? "\(file): no such file" : "\(file): damaged"))
        #expect(output.notes.contains("save it again with konf use FILE --name fair"))
      }
      #expect(use("use").status == .badData)
      let doctor = use("doctor", width: 300)
      #expect(doctor.status == .badData)
      #expect(doctor.text.contains("fair: \(schedules)/\(file): "))
      #expect(!doctor.text.contains("no damage"))
      #expect(use("help").status == .success && use("--version").status == .success)
      #expect(use("use @/first.json --name fair").text.contains("fair  "))
      #expect(use("timeline").status == .success && use("doctor").status == .success)
    }
    #expect(unlink("\(schedules)/\(file)") == 0)
    #expect(mkfifo("\(schedules)/\(file)", 0o600) == 0)
    #expect(use("timeline").notes.contains("not a plain file"))
    #expect(use("use fair --forget").status == .success)
    #expect(use("timeline").status == .success)
  }

  @Test("without the log no saved schedule is shown, and no other one instead")
  func unreadableLog() throws {
    // Where nothing is remembered, all is as it was.
    home.makeFolder("ratings.log")
    #expect(use("timeline").text.hasPrefix("UIKonf 2015"))
    #expect(use("timeline").status == .inputOutput)
    #expect(use("locations").status == .success)
    rmdir("\(home.path)/ratings.log")
    _ = use("use @/first.json --name fair")
    #expect(rename("\(home.path)/ratings.log", "\(home.path)/aside") == 0)
    home.makeFolder("ratings.log")
    for line in ["timeline", "locations", "now --data fair", "diff", "use", "use @/first.json"] {
      let output = use(line)
      #expect(output.status == .inputOutput && output.text == "", "\(line)")
      #expect(output.notes.contains("ratings.log: not a plain file"), "\(line)")
    }
    #expect(use("locations").notes.hasSuffix("konf: read a file with --data FILE\n"))
    #expect(use("locations --data @/first.json").status == .success)
    #expect(use("timeline --data @/first.json").text.hasPrefix("Fair 2016"))
    #expect(use("help").status == .success)
  }

  @Test("a damaged line of the log is reported, and no file that it may name is removed")
  func damagedLog() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    var bytes = try #require(Repository.bytes(of: "\(home.path)/ratings.log"))
    // The line of the second version, the fifth of all.
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    bytes[lines.prefix(4).reduce(4) { $0 + $1.count } + lines[4].count / 2] ^= 1
    home.write(bytes, to: "ratings.log")
    let output = use("locations")
    #expect(output.status == .success && output.notes.contains("ratings.log: line 5"))
    #expect(output.notes.split(separator: "\n").count == 1)
    folder.write(FairSchedule.json([FairSchedule.mail]), to: "third.json")
    #expect(use("use @/third.json").status == .success)
    #expect(copies.count == 3)
  }

  @Test("no flipped bit of the log shows another schedule without a failure")
  func flippedBits() throws {
    _ = use("use @/first.json --name fair")
    let right = use("timeline").text
    let whole = try #require(Repository.bytes(of: "\(home.path)/ratings.log"))
    for bit in stride(from: 0, to: 8 * whole.count, by: 5) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      home.write(bytes, to: "ratings.log")
      let output = use("timeline")
      let isRefused = output.status == .badData && output.text == "" && !output.notes.isEmpty
      #expect(isRefused || output.text == right, "bit \(bit): \(output.status)")
      #expect(copies.count == 1, "bit \(bit)")
    }
  }

  @Test("a repair saves a schedule whose line is lost, and its copy is never removed")
  func repairedLines() throws {
    _ = use("use @/first.json --name fair")
    let right = use("timeline").text
    let whole = try #require(Repository.bytes(of: "\(home.path)/ratings.log"))
    let lines = whole.split(separator: UInt8(ascii: "\n")).map(\.count)
    // The line of the schedule, then that of the default.
    let start = lines[0] + 1
    for place in [start + lines[1] / 2, start + lines[1] + lines[2] / 2] {
      var bytes = whole
      bytes[place] ^= 1
      home.write(bytes, to: "ratings.log")
      #expect(use("doctor").status == .badData)
      #expect(use("use").status == .badData)
      let isNamed = place < start + lines[1]
      let repair = use("doctor --repair")
      #expect(repair.text.contains("Restored") == isNamed, "\(repair.text)")
      #expect(repair.status == (isNamed ? .success : .badData))
      if !isNamed {
        let output = use("timeline")
        #expect(output.status == .badData && output.text == "")
        #expect(output.notes.contains("choose one with konf use NAME: fair"))
        #expect(use("use fair").status == .success)
      }
      #expect(use("timeline").text == right)
      #expect(use("doctor").status == .success)
      #expect(copies.count == 1)
    }
  }

  @Test("saving another schedule does not remove the copy whose line a repair lost")
  func copiesWithoutLines() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json --name fair")
    var bytes = try #require(Repository.bytes(of: "\(home.path)/ratings.log"))
    let start = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for place in [start + 40, bytes.count - 40] { bytes[place] ^= 1 }
    home.write(bytes, to: "ratings.log")
    let repair = use("doctor --repair")
    #expect(repair.status == .badData && repair.text.contains("Restored"), "\(repair.text)")
    #expect(use("timeline").notes.contains("choose one with konf use NAME: fair"))
    folder.write(FairSchedule.json([FairSchedule.mail], title: "Sea"), to: "sea.json")
    #expect(use("use @/sea.json --name sea").status == .success)
    #expect(copies.count == 3)
    #expect(use("use @/second.json --name fair").status == .success)
    #expect(use("timeline").status == .success)
    // The newest copy is the present version, and the other one the version before.
    #expect(copies.count == 3)
  }

  @Test("a schedule saved by a newer konf is not replaced by the built-in one, nor removed")
  func newerSchedule() throws {
    _ = use("use @/first.json --name fair")
    try log.append(at: 0) { _ in
      [LogChange(scope: "", kind: "schedule", target: "fair", version: 2, value: "new words")]
    }
    for line in ["timeline", "now --json", "use"] {
      let output = use(line)
      #expect(output.status == .badData, "\(line)")
      #expect(output.notes.contains("save it again with konf use FILE --name fair"), "\(line)")
    }
    #expect(use("doctor").status == .badData)
    #expect(use("use @/first.json --name other").status == .success)
    #expect(copies.count == 2)
    #expect(use("use fair --forget").text == "fair  forgotten\n")
    #expect(use("timeline").text.hasPrefix("Fair 2016"))
    #expect(use("doctor").status == .success)
  }

  /// Keeps a rating as another program might, and returns the talk that it is of.
  private func keepRating(_ value: String, version: Int) throws -> FairSchedule.Talk {
    let mail = FairSchedule.mail
    try log.append(at: 0) { _ in
      [
        LogChange(
          scope: "Fair 2016", kind: "rating", target: mail.id, name: mail.title, details: ["Ada"],
          version: version, value: value)
      ]
    }
    return mail
  }

  @Test("a value that its kind refuses is reported until another one replaces it")
  func refusedRating() throws {
    _ = use("use @/first.json --name fair")
    let mail = try keepRating("9", version: 1)
    let words = "the log has 1 value that cannot be read (rating); not shown"
    #expect(use("talks").notes.contains(words))
    #expect(use("rate \(mail.id) 3").status == .success)
    #expect(!use("talks").notes.contains("cannot be read"))
  }

  @Test("a newer konf's value on a talk is reported, and never overwritten")
  func newerRating() throws {
    _ = use("use @/first.json --name fair")
    let mail = try keepRating("4.5", version: 2)
    let talks = use("talks")
    let words =
      "a newer konf wrote 1 value that this konf cannot read (rating); not shown and not changed"
    #expect(talks.notes.contains(words))
    let before = try log.read()
    for line in ["rate \(mail.id) 3", "rate \(mail.id) --clear"] {
      let output = use(line)
      #expect(output.status == .inputOutput && output.text == "", "\(line)")
      #expect(output.notes.contains("rating of version 2; expected at most 1"), "\(output.notes)")
    }
    #expect(try log.read() == before)
    #expect(use("star \(mail.id)").status == .success)
    #expect(use("rate trains 3").status == .success)
  }

  /// The last word of the log about the rating of a talk.
  private func lastRating(of talk: FairSchedule.Talk) throws -> LogChange? {
    try log.read().entries.latest {
      $0.change.kind == "rating" && $0.change.target == talk.id
    }.last?.change
  }

  @Test("undo does not restore a value from before a newer konf's change")
  func undoBelowNewer() throws {
    _ = use("use @/first.json --name fair")
    _ = use("star trains")
    #expect(use("rate \(FairSchedule.mail.id) 3").status == .success)
    let mail = try keepRating("4.5", version: 2)
    #expect(use("undo").text.contains("Trains"))
    #expect(try lastRating(of: mail)?.value == "4.5")
    #expect(use("redo").text.contains("Trains"))
  }

  @Test("a step is not undone in part if a newer konf wrote a part of it in its version")
  func stepOfNewer() throws {
    _ = use("use @/first.json --name fair")
    let mail = FairSchedule.mail
    try log.append(at: 0) { contents in
      func line(_ kind: String, _ version: Int, _ value: String) -> LogChange {
        LogChange(
          scope: "Fair 2016", kind: kind, target: mail.id, name: mail.title, details: ["Ada"],
          version: version, value: value)
      }
      return [
        line("rating", 2, "4.5"), line("hidden", 1, "yes"),
        LogSteps.Mark.step.change(from: contents.nextCounter, in: "Fair 2016"),
      ]
    }
    #expect(!use("undo").text.contains(mail.title))
    let hidden = try log.read().entries.latest { $0.change.kind == "hidden" }
    #expect(hidden.map(\.change.value) == ["yes"])
  }

  @Test("a newer konf's value is found even if its talk has another title by now")
  func renamedNewer() throws {
    _ = use("use @/first.json --name fair")
    let mail = try keepRating("4.5", version: 2)
    let renamed = FairSchedule.Talk(number: 1, title: "Letters in 2016", clock: "10:00")
    folder.write(
      FairSchedule.json([renamed, FairSchedule.trains, FairSchedule.gardens]), to: "third.json")
    #expect(use("use @/third.json --name fair").status == .success)
    #expect(use("rate \(mail.id) 3").status == .inputOutput)
    #expect(use("rate \(mail.id) --clear").status == .inputOutput)
    #expect(try lastRating(of: mail)?.value == "4.5")
  }

  @Test("a new appointment does not get the identifier of one saved by a newer konf")
  func newerAppointment() throws {
    _ = use("use @/first.json --name fair")
    #expect(use("add Lunch --at 2016-04-24T12:30").status == .success)
    let entry = try log.read().entries.last { $0.change.kind == "appointment" }
    let lunch = try #require(entry).change
    try log.append(at: 0) { _ in
      [LogChange(subject: lunch.subject, version: 2, value: "every day")]
    }
    #expect(use("add Lunch --at 2016-04-24T12:30").status == .success)
    let words = try log.read().entries.latest { $0.change.kind == "appointment" }
    #expect(words.map(\.change.value) == ["every day", lunch.value])
    #expect(use("undo").status == .success)
  }
}
