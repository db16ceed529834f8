import CommandLine
import KonfCLI
import SourceText
import TestSupport
import Testing

/// The ratings of one person with several devices, merged from the logs of all of them.
///
/// The failure text has the seed. `KONF_LONG` is the number of scripts.
@Suite("Merged ratings of one person's devices") struct MergedDevicesTests {
  private static let seeds = 1...UInt64(max(12, Environment.number("KONF_LONG") ?? 0))

  private let folder = TemporaryFolder()
  private let devices: [CommandLineRun]
  private let shared: String

  init() {
    let folder = folder
    shared = folder.makeFolder("shared")
    let data = folder.write(SampleConference.json, to: "sample.json")
    devices = (0..<3).map { number in
      var run = CommandLineRun()
      run.environment["KONF_HOME"] = "\(folder.path)/device\(number)"
      run.environment["KONF_DATA"] = data
      return run
    }
  }

  private func syncAll() {
    for _ in 0..<2 { for device in devices { _ = device("sync \(shared)") } }
  }

  /// Returns the stars of each rated talk and session in the answer for one person.
  private func ratings(_ line: String, input: String = "") throws -> [String: String] {
    var run = devices[0]
    run.input = Array(input.utf8)
    let records = try SourceDocument(json: run(line).out).root.elements
    return try Dictionary(
      uniqueKeysWithValues: records.map { record in
        let stars = record["rating"]?.integer ?? record["mean"]?.integer
        return (try #require(record["id"]?.string), "\(try #require(stars))")
      })
  }

  private func log(_ device: Int) -> String { "\(folder.path)/device\(device)/ratings.log" }

  @Test("a rating stays that another device did not know of when it removed its own")
  func unknownRating() throws {
    _ = devices[0]("rate d1-saal-1/1 4")
    syncAll()
    _ = devices[1]("rate d1-saal-1/1 5")
    for _ in 0..<5 { _ = devices[0]("note d1-saal-1/1 later") }
    _ = devices[0]("rate d1-saal-1/1 --clear")
    syncAll()
    #expect(try ratings("ratings --json") == ["d1-saal-1/1": "5"])
    #expect(try ratings("ratings --merge \(log(0)) \(log(1)) --json") == ["d1-saal-1/1": "5"])
    #expect(try ratings("ratings --stats --json") == ["d1-saal-1/1": "5"])
  }

  @Test(
    "the logs and rows of all devices have the ratings that each device shows", arguments: seeds)
  func scripts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let talks = ["d1-saal-1/1", "d1-blau-1/2"]
    for _ in 0..<30 {
      let device = devices.oneElement(using: &random)
      let talk = talks.oneElement(using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<4: _ = device("rate \(talk) \(Int.random(in: 1...5, using: &random))")
      case 4: _ = device("rate \(talk) --clear")
      case 5: _ = device("undo")
      case 6: _ = device("redo")
      default: _ = device("sync \(shared)")
      }
    }
    syncAll()
    let shown = try ratings("ratings --json")
    let logs = [0, 1, 2].map(log)
    for logs in [logs, logs.reversed(), [logs[0]], [logs[1]], logs + logs] {
      let merged = try ratings("ratings --merge \(logs.joined(separator: " ")) --json")
      #expect(merged == shown, "seed \(seed): \(logs)")
    }
    let rows = devices.map { $0("ratings --jsonl").out }
    for rows in [rows, rows.reversed(), [rows[2]]] {
      let input = String(decoding: Array(rows.joined()), as: UTF8.self)
      let merged = try ratings("ratings --merge - --json", input: input)
      #expect(merged == shown, "seed \(seed): rows")
    }
    #expect(try ratings("ratings --stats --json") == shown, "seed \(seed)")
  }
}
