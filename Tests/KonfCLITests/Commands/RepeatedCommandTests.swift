import Basics
import CommandLine
import ECSStore
import KonfCLI
import Marks
import Schedule
import TestSupport
import Testing

/// Commands that keep something, run twice and three times: the content of the files, not only the
/// answers.
@Suite struct RepeatedCommandTests: FairHomeSuite {
  let fair = FairHome()

  @Test(
    "a mark that is already saved is not written again",
    arguments: [
      "star mail", "star mail --maybe", "star mail trains --note ask", "note mail later",
      "hide mail", "rate mail 4", "rate mail 4 --comment good",
    ])
  func again(line: String) throws {
    let data = "--data \(folder.path)/first.json"
    let logPath = "\(home.path)/ratings.log"
    let clearing = line.hasPrefix("star") ? "unstar mail" : "\(line.prefix(9)) --clear"
    for command in [line, clearing] {
      let first = run("\(command) \(data)")
      #expect(first.status == .success, "\(command): \(first.notes)")
      let bytes = Repository.bytes(of: logPath)
      for _ in 2...3 {
        #expect(run("\(command) \(data)").status == .success)
        #expect(Repository.bytes(of: logPath) == bytes, "\(command)")
      }
    }
    #expect(TemporaryFolder.names(in: home.path).sorted() == ["device", "lock", "ratings.log"])
  }

  @Test(
    "an appointment added again is listed once, next to those at other times, and removed once"
  )
  func appointments() throws {
    let data = "--data \(folder.path)/first.json"
    var ids: [String] = []
    for day in 24...26 {
      for _ in 1...2 {
        let added = run("add Lunch --at 2016-04-\(day)T12:00 --tsv=id \(data)")
        #expect(added.status == .success)
        ids.append(String(added.text.split(separator: "\n").last ?? ""))
      }
      #expect(try log.read().entries.count == day - 23)
    }
    #expect(Set(ids).count == 3 && ids.allSatisfy { $0.hasPrefix("own-") }, "\(ids)")
    for (number, id) in Set(ids).sorted().enumerated() {
      #expect(run("add \(id) --remove \(data)").status == .success)
      #expect(run("add \(id) --remove \(data)").status == .notFound)
      #expect(try log.read().entries.count == 4 + number)
    }
    #expect(run("agenda --json \(data)").text == "[]\n")
  }

  /// What is remembered by a name: the version, and the one before.
  private struct Kept: Equatable {
    var version: Int
    var former: Int?
  }

  private static let versions = (1...3).map { version in
    FairSchedule.json((1...version).map { FairSchedule.Talk(number: $0, title: "Talk \($0)") })
  }

  private func fileName(_ name: String, _ version: Int) -> String {
    let bytes = Array(Self.versions[version - 1].utf8)
    return
      "\(name)-\(Hexadecimal.digits(of: AttachedFiles.checksum(of: bytes), count: 16)).schedule"
  }

  /// Expects of the folder the present version of each name and the one before it, and nothing else.
  private func expectFiles(_ kept: [String: Kept], _ place: Comment) {
    let expected = kept.flatMap { name, kept in
      [kept.version, kept.former].compactMap(\.self).map { (fileName(name, $0), $0) }
    }
    #expect(copies == expected.map(\.0).sorted(), place)
    for (file, version) in expected {
      #expect(
        Repository.bytes(of: "\(schedules)/\(file)") == Array(Self.versions[version - 1].utf8),
        place)
    }
  }

  @Test("the same version twice and three times keeps the previous copy")
  func sameVersion() throws {
    for (version, text) in Self.versions.enumerated() {
      folder.write(text, to: "\(version + 1).json")
    }
    _ = use("use @/1.json --name fair")
    for _ in 2...3 {
      #expect(use("use @/2.json --name fair").status == .success)
      expectFiles(["fair": Kept(version: 2, former: 1)], "version 2")
      #expect(use("diff").text.contains("Talk 2"))
    }
    // Once forgotten, it has no version before, and no version is older than it.
    #expect(use("use fair --forget").status == .success)
    #expect(use("use fair --forget").status == .notFound)
    for _ in 1...2 {
      #expect(use("use @/1.json --name fair").status == .success)
      expectFiles(["fair": Kept(version: 1)], "forgotten")
      #expect(use("diff").status != .success)
    }
    // Version 2 was there before it was forgotten; that does not make it older than version 1 now.
    #expect(use("use @/2.json --name fair").status == .success)
    expectFiles(["fair": Kept(version: 2, former: 1)], "version 2 once more")
  }

  @Test(
    "any order of commands keeps the same copies as a model",
    arguments: UInt64(1)...(BuiltProgram.isLong ? 60 : 3))
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for (version, text) in Self.versions.enumerated() {
      folder.write(text, to: "\(version + 1).json")
    }
    var kept: [String: Kept] = [:]
    var standard: String?
    for step in 1...10 {
      let name = Bool.random(using: &generator) ? "a" : "b"
      let version = Int.random(in: 1...3, using: &generator)
      let line: String
      switch (Int.random(in: 0...6, using: &generator), kept[name]) {
      case (0, .some):
        line = "use \(name) --forget"
        kept[name] = nil
        // There are two names, so the former default is the other one.
        if standard == name { standard = kept.keys.first }
      case (1, .some):
        line = "use \(name)"
        standard = name
      case (_, let present):
        line = "use @/\(version).json --name \(name) --force"
        let former = present.flatMap { $0.version == version ? $0.former : $0.version }
        kept[name] = Kept(version: version, former: former)
        standard = name
      }
      let place: Comment = "seed \(seed), step \(step): \(line)"
      #expect(use(line).status == .success, place)
      expectFiles(kept, place)
      if !line.hasSuffix("--forget") {
        let changes = try log.read().entries.count
        #expect(use(line).status == .success, place)
        expectFiles(kept, place)
        #expect(try log.read().entries.count == changes, place)
      }
      #expect(try run.values("name", of: "use") == kept.keys.sorted(), place)
      let defaults = kept.keys.sorted().map { $0 == standard ? "true" : "false" }
      #expect(try run.values("default", of: "use") == defaults, place)
    }
  }
}
