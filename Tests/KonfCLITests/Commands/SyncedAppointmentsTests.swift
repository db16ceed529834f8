import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Appointments that several devices add while they are offline.
///
/// The failure text has the seed. `KONF_LONG` is the number of histories.
@Suite("Appointments on syncing devices") struct SyncedAppointmentsTests {
  private static let seeds = 1...UInt64(max(12, Environment.number("KONF_LONG") ?? 0))

  /// What an appointment is: title, start and location.
  private typealias Facts = [String]

  /// A folder that three devices share, and what they added.
  private struct Script {
    let folder = TemporaryFolder()
    let seed: UInt64
    var random: SplitMix64
    let shared: String
    let devices: [CommandLineRun]
    /// The identifiers that were printed, by what they were printed for.
    var ids: [Facts: Set<String>] = [:]
    /// What some device took back.
    var taken: Set<Facts> = []

    init(seed: UInt64) {
      self.seed = seed
      random = SplitMix64(seed: seed)
      let folder = folder
      shared = folder.makeFolder("shared")
      devices = (0..<3).map { number in
        var run = CommandLineRun()
        run.environment["KONF_HOME"] = "\(folder.path)/device\(number)"
        return run
      }
    }

    mutating func run(steps: Int) throws {
      for _ in 0..<steps {
        let device = devices.oneElement(using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<5: try add(device)
        case 5: try remove(device)
        case 6: try undo(device)
        default: _ = device("sync \(shared)")
        }
      }
      for _ in 0..<2 { for device in devices { _ = device("sync \(shared)") } }
      let agendas = try devices.map(appointments)
      #expect(agendas[0] == agendas[1] && agendas[1] == agendas[2], "seed \(seed)")
      let shown = agendas[0].map { $0[0] }
      #expect(Set(shown).count == shown.count, "seed \(seed): \(shown)")
      for row in agendas[0] {
        #expect(ids[Array(row.dropFirst())] == [row[0]], "seed \(seed): \(row)")
      }
      let kept = Set(agendas[0].map { Array($0.dropFirst()) })
      let lost = Set(ids.keys).subtracting(kept).subtracting(taken)
      #expect(lost.isEmpty, "seed \(seed): \(lost)")
    }

    private mutating func add(_ device: CommandLineRun) throws {
      let title = ["Lunch", "Dinner", "Call home"].oneElement(using: &random)
      let start = "2015-05-18T1\(Int.random(in: 2...5, using: &random)):00"
      var words = ["add", title, "--at", start, "--json"]
      if Bool.random(using: &random) { words += ["--location", "Foyer"] }
      let location = words.last == "Foyer" ? "Foyer" : ""
      let id = try #require(try device(words).values("id").first)
      ids[[title, "\(start):00+02:00", location], default: []].insert(id)
    }

    private mutating func remove(_ device: CommandLineRun) throws {
      guard let row = try appointments(device).randomElement(using: &random) else { return }
      taken.insert(Array(row.dropFirst()))
      #expect(device(["add", row[0], "--remove"]).status == .success, "seed \(seed)")
    }

    private mutating func undo(_ device: CommandLineRun) throws {
      let before = try appointments(device)
      _ = device("undo")
      let gone = Set(before).subtracting(try appointments(device))
      taken.formUnion(gone.map { Array($0.dropFirst()) })
    }

    /// The identifiers and facts of the appointments on an agenda.
    private func appointments(_ device: CommandLineRun) throws -> [[String]] {
      let rows = device("agenda --tsv=kind,id,title,start,locations").text.split(separator: "\n")
      return rows.map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }.filter { $0[0] == "appointment" }.map { Array($0.dropFirst()) }.sorted { "\($0)" < "\($1)" }
    }
  }

  @Test("each keeps its printed id, which is equal on all devices", arguments: seeds)
  func histories(seed: UInt64) throws {
    var script = Script(seed: seed)
    try script.run(steps: 30)
  }

  @Test("equal counted ids in older logs become distinct ids, in every order of syncing")
  func earlierLogs() throws {
    let folder = TemporaryFolder()
    let shared = folder.makeFolder("shared")
    let titles = ["Dinner", "Lunch", "Call home"]
    let devices = try titles.enumerated().map { number, title in
      var run = CommandLineRun()
      run.environment["KONF_HOME"] = "\(folder.path)/device\(number)"
      // As konf wrote it when it counted.
      try ChangeLog(folder: "\(folder.path)/device\(number)", name: "ratings.log").append(at: 0) {
        _ in
        [
          LogChange(
            scope: "UIKonf 2015", kind: "appointment", target: "appointment1", name: title,
            value: "\(1_431_950_400 + 7_200 * number) \(1_431_954_000 + 7_200 * number)")
        ]
      }
      #expect(try run.values("id", of: "agenda").contains("appointment1"))
      return run
    }
    var told: [String] = []
    for device in devices + devices { told.append(device("sync \(shared) --width 200").notes) }
    #expect(
      told[1].contains(
        "several devices added an appointment with the id \"appointment1\"; konf gave each "
          + "a new id: "))
    #expect(told[1].contains("\"Dinner\" has own-") && told[1].contains("\"Lunch\" has "))
    func ids(_ device: CommandLineRun) throws -> [String] {
      try device.values("id", of: "agenda").filter { $0 != "nothing" && $0 != "null" }
    }
    let known = try devices.map(ids)
    #expect(known[0] == known[1] && known[1] == known[2])
    #expect(Set(known[0]).count == 3 && !known[0].contains("appointment1"))
    // The id of before is refused with the new ones, and guesses nothing.
    let refused = devices[2]("add appointment1 --remove")
    #expect(refused.status == .usage)
    for id in known[0] { #expect(refused.notes.contains(id)) }
    #expect(devices[2](["add", known[0][0], "--remove"]).status == .success)
    for device in devices + devices { _ = device("sync \(shared)") }
    for device in devices {
      #expect(try ids(device) == Array(known[0].dropFirst()))
    }
    #expect(devices[2]("undo").status == .success)
    #expect(try ids(devices[2]) == known[0])
  }
}
