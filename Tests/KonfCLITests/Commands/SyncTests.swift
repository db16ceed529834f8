import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// `konf sync`: two devices that sync through a folder.
@Suite struct SyncTests {
  let folder = TemporaryFolder()
  let shared: String
  let phone: CommandLineRun
  let desk: CommandLineRun

  init() {
    shared = folder.makeFolder("shared")
    phone = CommandLineRun(home: "\(folder.path)/phone")
    desk = CommandLineRun(home: "\(folder.path)/desk")
  }

  func sync(_ device: CommandLineRun, _ options: String = "") -> Output {
    device("sync \(shared) --width 200 \(options)")
  }

  /// Gives the phone marks, and syncs both devices.
  func syncAll() {
    _ = phone("star session1Day1 session2Day1 session3Day1")
    _ = phone(["note", "session1Day1", "try it"])
    _ = sync(phone, "--name phone")
    _ = sync(desk, "--name desk")
    _ = sync(phone)
  }

  @Test("the walk: stars and a note are synced, and a rating returns")
  func walk() throws {
    _ = phone("star session1Day1 session2Day1 session3Day1")
    _ = phone(["note", "session1Day1", "try it"])
    let first = sync(phone, "--name phone")
    #expect(first.text == "here → others  3 stars, 1 note\n")
    #expect(first.notes == "" && first.status == .success)
    _ = desk("rate session1Day1 5")
    #expect(
      sync(desk, "--name desk").text
        == "phone → here  3 stars, 1 note\nhere → phone  1 rating\n")
    #expect(sync(phone).text == "desk → here  1 rating\n")
    #expect(sync(phone).text == "2 devices; nothing new\n")
    for device in [phone, desk] {
      let starred = try device.values("id", of: "agenda")
      #expect(["session1Day1", "session2Day1", "session3Day1"].allSatisfy(starred.contains))
      #expect(device("session session1Day1").text.contains("try it"))
      #expect(try device.values("rating", of: "ratings") == ["5"])
    }
  }

  @Test("a conflict is printed with both values, and each can be looked up later")
  func differences() throws {
    syncAll()
    _ = desk("star session1Day1 --maybe")
    for line in ["unstar session1Day1", "star session1Day1", "unstar session1Day1"] {
      _ = phone(line)
    }
    _ = sync(desk)
    let told = sync(phone)
    #expect(
      told.text
        == """
        desk → here   1 star
        both changed  First session: kept maybe from desk; this device had no star

        """)
    #expect(sync(desk).text == "2 devices; nothing new\n")
    #expect(try phone.values("id", of: "agenda").contains("session1Day1"))
    #expect(try desk.values("id", of: "agenda").contains("session1Day1"))
    #expect(desk("log").text.contains("maybe"))
  }

  @Test("undo reverts changes of this device, and never changes of another")
  func undo() throws {
    syncAll()
    _ = desk("rate session1Day1 5")
    _ = sync(desk)
    _ = sync(phone)
    _ = phone("star session4Day1")
    _ = sync(phone)
    _ = sync(desk)
    #expect(desk("undo").text.contains("none"))
    #expect(try desk.values("rating", of: "ratings") == [])
    #expect(try desk.values("id", of: "agenda").contains("session4Day1"))
    #expect(desk("undo").status != .success)
    #expect(try desk.values("id", of: "agenda").count { $0.hasPrefix("session") } >= 4)
  }

  @Test("the log names the device of a change, except for this one")
  func log() throws {
    syncAll()
    _ = desk("rate session1Day1 5")
    _ = sync(desk)
    _ = sync(phone)
    _ = phone("star session4Day1")
    #expect(try phone.values("device", of: "log rating") == ["desk"])
    #expect(try phone.values("device", of: "log star").allSatisfy { $0 == "null" })
    #expect(try desk.values("device", of: "log rating") == ["null"])
    #expect(Set(try desk.values("device", of: "log star")) == ["phone"])
    #expect(phone("log rating").text.contains("none → ★★★★★ · on \"desk\"\n"))
    #expect(!phone("log star").text.contains("on \"phone\""))
    // Also when the other one was forgotten.
    _ = sync(phone, "--forget-device desk")
    #expect(try phone.values("device", of: "log rating")[0].count == 8)
  }

  @Test("two devices of a person count once in a merge, from a log, a folder or rows")
  func voices() throws {
    var other = phone
    other.environment["KONF_HOME"] = "\(folder.path)/other"
    _ = phone("rate session1Day1 2")
    _ = desk("rate session1Day1 3")
    _ = desk("rate session1Day1 5")
    _ = other("rate session1Day1 1")
    func counts(_ devices: CommandLineRun...) throws -> String {
      var run = phone
      run.input = Array(devices.map { $0("ratings --jsonl").text }.joined().utf8)
      let rows = run("ratings --merge - --json")
      let paths = devices.map { "\($0.environment["KONF_HOME"] ?? "")" }.joined(separator: " ")
      let logs = run("ratings --merge \(paths) --json")
      #expect(rows.text == logs.text)
      let ids = try logs.values("id")
      let row = try #require(ids.firstIndex(of: "session1Day1"))
      return "\(try logs.values("count")[row]) \(try logs.values("mean")[row])"
    }
    #expect(try counts(phone, desk) == "2 3.5")
    syncAll()
    _ = sync(desk)
    let before = try phone.values("rating", of: "ratings")
    #expect(before == (try desk.values("rating", of: "ratings")) && before.count == 1)
    let own = "1 \(before[0])"
    #expect(try counts(phone) == own)
    #expect(try counts(phone, desk) == own && (try counts(desk, phone)) == own)
    #expect(try counts(desk, other, phone).hasPrefix("2 "))
    for line in ["ratings --merge \(shared) --json", "ratings --stats --json"] {
      #expect(Set(try phone(line).values("count")) == ["1"], "\(line)")
    }
    #expect(!phone("ratings --merge \(folder.path)/phone").notes.contains("wrote to this log"))
    // What a device is called stays at home, and a device that was forgotten is still of this person.
    #expect(!phone("ratings --jsonl").text.contains("desk"))
    _ = sync(phone, "--forget-device desk")
    #expect(try counts(phone) == own)
  }

  @Test("undoing a star leaves the same star of another device alone")
  func withdrawal() throws {
    let stars = folder.write("session1Day1\nsession2Day1\n", to: "stars.txt")
    _ = phone("star session1Day1")
    _ = sync(phone, "--name phone")
    _ = desk("star --from \(stars)")
    #expect(desk("undo").status == .success)
    for device in [desk, phone, desk] { _ = sync(device, "") }
    for device in [phone, desk] {
      #expect(try device.values("id", of: "talks --mine").contains("session1Day1/1"))
      #expect(!(try device.values("id", of: "talks --mine").contains("session2Day1/1")))
    }
    // Also after both stars were exchanged.
    _ = desk("star session3Day1")
    _ = phone("star session3Day1")
    for device in [phone, desk, phone] { _ = sync(device) }
    #expect(desk("undo").status == .success)
    for device in [desk, phone, desk] { _ = sync(device) }
    for device in [phone, desk] {
      #expect(try device.values("id", of: "talks --mine").contains("session3Day1/1"))
    }
  }

  @Test("a star that repeats another device's is separate, and stays when that one is removed")
  func repeatedStar() throws {
    syncAll()
    let log = "\(folder.path)/desk/ratings.log"
    let before = Repository.bytes(of: log)?.count ?? 0
    _ = desk("star session1Day1")
    #expect(Repository.bytes(of: log)?.count ?? 0 > before)
    let count = Repository.bytes(of: log)?.count
    _ = desk("star session1Day1")
    #expect(Repository.bytes(of: log)?.count == count)
    #expect(desk("undo").notes.contains("stays, because the device \"phone\" added it, too"))
    #expect(try desk.values("id", of: "talks --mine").contains("session1Day1/1"))
  }

  @Test("undo of an unstar restores another device's star, without a remark that it stays")
  func undoneUnstar() throws {
    syncAll()
    #expect(desk("unstar session1Day1").status == .success)
    let output = desk("undo")
    #expect(output.text.contains("none → starred") && output.notes.isEmpty, "\(output.notes)")
    #expect(try desk.values("id", of: "talks --mine").contains("session1Day1/1"))
  }

  @Test("a change that another device removed is restored by the command that sync and log print")
  func bringingBack() throws {
    syncAll()
    _ = phone.shell("rate session1Day1 4 --comment 'so good'")
    _ = phone.shell("add 'Tea for 2' --at 2015-05-18T12:30 --for 45m --location Bar")
    _ = phone("hide session4Day1")
    for device in [phone, desk] { _ = sync(device) }
    func state() -> [String] {
      ["agenda --json", "ratings --json=id,rating,comment", "talks --hidden --json=id"].map {
        phone($0).text
      }
    }
    let before = state()
    for line in [
      "unstar session1Day1", "note session1Day1 --clear", "rate session1Day1 1",
      "add --remove Tea", "hide session4Day1 --clear",
    ] { #expect(desk(line).status == .success) }
    _ = sync(desk)
    let told = sync(phone).text
    let log = phone("log --width 300").text
    #expect(state() != before)
    let commands = told.split(separator: "\n").compactMap { line in
      line.split(separator: "(").last?.split(separator: " restores it").first.map(String.init)
    }
    #expect(commands.count == 5, "\(told)")
    for command in commands {
      #expect(log.contains("\(command) restores it"), "\(command)")
      #expect(phone.shell(command).status == .success, "\(command)")
    }
    #expect(state() == before)
    #expect(!phone("log --width 300").text.contains("restores it"))
  }

  @Test("undoing a star leaves the star of another device alone, which knows another title")
  func withdrawalOfRenamedTalk() throws {
    let renamed = FairSchedule.Talk(number: 1, title: "Post in 2016", clock: "10:00")
    let second = folder.write(FairSchedule.json([renamed, FairSchedule.trains]), to: "second.json")
    _ = phone("use \(folder.write(FairSchedule.first, to: "first.json")) --name fair")
    _ = desk("use \(second) --name fair")
    _ = desk("star Post")
    _ = phone("star Mail Trains")
    #expect(phone("undo").status == .success)
    _ = phone("use \(second)")
    for device in [phone, desk, phone, desk] { _ = sync(device) }
    for device in [phone, desk] {
      #expect(try device.values("title", of: "agenda").contains("Post in 2016"))
    }
  }

  @Test("a removed mark is named also if its talk has another title on this device")
  func renamedTalk() throws {
    let renamed = FairSchedule.Talk(number: 1, title: "Post in 2016", clock: "10:00")
    let versions = [FairSchedule.first, FairSchedule.json([renamed, FairSchedule.trains])]
    for (device, version) in zip([phone, desk], versions) {
      _ = device("use \(folder.write(version, to: "fair.json")) --name fair")
    }
    let id = FairSchedule.mail.id
    for (line, change) in [("star \(id) --maybe", "unstar \(id)"), ("note \(id) x", "undo")] {
      _ = phone(line)
      _ = sync(phone, "--name phone")
      _ = sync(desk, "--name desk")
      let before = desk("agenda --json").text
      _ = phone(change)
      #expect(sync(phone).text.contains("removed"), "\(change)")
      let told = sync(desk).text
      #expect(desk("agenda --json").text != before)
      #expect(told.contains(" removed: Post in 2016 (konf "), "\(change): \(told)")
      let command = told.split(separator: "(").last?.split(separator: " restores it").first
      #expect(desk.shell(String(command ?? "")).status == .success)
      #expect(desk("agenda --json").text == before)
    }
  }

  @Test("a log reset to an earlier state gets its entries again, and the newer ones count")
  func restoredLog() throws {
    _ = phone("star session1Day1")
    let log = "\(folder.path)/phone/ratings.log"
    let old = try #require(Repository.bytes(of: log))
    _ = phone("note session1Day1 first")
    _ = phone("rate session2Day1 3")
    _ = sync(phone, "--name phone")
    _ = sync(desk, "--name desk")
    folder.write(old, to: "phone/ratings.log")
    var later = phone
    later.now = later.now.advanced(by: .seconds(60))
    _ = later("note session1Day1 second")
    let told = sync(later)
    #expect(told.notes.contains("earlier state"))
    #expect(told.status == .success)
    for device in [desk, later, desk] { _ = sync(device) }
    for device in [later, desk] {
      #expect(device("session session1Day1").text.contains("second"))
      #expect(try device.values("rating", of: "ratings") == ["3"])
      #expect(!sync(device).notes.contains("earlier state"))
    }
  }

  @Test("a log reset to an earlier state repeats no mark that another device has carried over")
  func restoredLogAndCarriedMark() throws {
    for device in [phone, desk] {
      _ = device("use \(folder.write(FairSchedule.first, to: "fair.json")) --name fair")
    }
    let old = try #require(Repository.bytes(of: "\(folder.path)/phone/ratings.log"))
    _ = phone("star Trains")
    _ = sync(phone)
    folder.write(old, to: "phone/ratings.log")
    _ = sync(desk)
    _ = desk("use \(folder.write(FairSchedule.second, to: "second.json"))")
    for device in [desk, phone, desk] { #expect(sync(device).status == .success) }
    #expect(try desk.values("title", of: "agenda").count { $0 == "Trains" } == 1)
  }

  @Test("marks in a missing schedule wait until it is saved")
  func waiting() throws {
    var other = phone
    let fair = folder.write(FrabConference.json, to: "fair.json")
    other.environment["KONF_DATA"] = fair
    let id = try #require(try other.values("id", of: "talks").first)
    _ = other("star \(id)")
    _ = sync(other, "--name phone")
    #expect(sync(desk, "--name desk").text.contains("phone → here  1 star"))
    #expect(try desk.values("id", of: "talks --mine") == [])
    var later = desk
    later.environment["KONF_DATA"] = fair
    #expect(try later.values("id", of: "talks --mine") == [id])
  }

  @Test("saved schedules and their default are not synced")
  func schedules() throws {
    _ = phone("use \(folder.write(FrabConference.json, to: "fair.json")) --name fair")
    _ = sync(phone, "--name phone")
    #expect(sync(desk, "--name desk").text == "2 devices; nothing new\n")
    #expect(try desk.values("name", of: "use") == [])
  }

  @Test("konf doctor lists the devices with their last sync, and a device can be forgotten")
  func devices() throws {
    syncAll()
    let text = phone("doctor --width 200").text
    #expect(text.contains("synced: \"phone\", this device, last seen 2015-05-18"))
    #expect(text.contains("synced: \"desk\", last seen 2015-05-18"))
    #expect(phone("doctor --plain").text.contains("\"desk\", last seen Monday 18 May 2015"))
    #expect(phone("doctor --json=devices").text.contains("\"name\":\"desk\""))
    #expect(sync(phone, "--forget-device tablet").status == .notFound)
    #expect(
      sync(phone, "--forget-device DESK").text.hasPrefix("\"desk\" forgotten\n"))
    #expect(!phone("doctor").text.contains("synced: \"desk\""))
    #expect(TemporaryFolder.names(in: shared).count == 1)
    #expect(sync(phone, "--forget-device phone").status == .notFound)
    #expect(sync(desk).text == "2 devices; nothing new\n")
    #expect(sync(phone).text == "2 devices; nothing new\n")
    #expect(sync(phone, "--forget-device desk --name x").status == .usage)
  }

  @Test("a star that is removed and one that is set in the same second are two changes")
  func removalAndStarInOneSecond() throws {
    syncAll()
    _ = phone("unstar session1Day1")
    _ = phone("star session4Day1")
    for output in [sync(phone), sync(desk)] {
      #expect(output.text.contains("1 star removed"), "\(output.text)")
      #expect(!output.text.contains(" moved"))
    }
  }
}
