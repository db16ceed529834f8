import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Answers that would be as large as the square of their file.
@Suite struct LargeAnswerTests {
  private static let head = """
    {"conference": "C", "month": "2015-05", "zone": "UTC"},
    {"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00", "locations": [#]}
    """

  /// A schedule of one session at many locations with many talks, or of few.
  private func run(_ line: String, count: Int, speaker: String = "Ada") -> Output {
    let hall = String(repeating: "L", count: 12)
    let places = (0..<count).map { "\"\(hall)\($0)\"" }.joined(separator: ",")
    let talks = (0..<count).map { number in
      #"{"t_id": "a", "title": "T\#(number)", "speaker_name": "\#(speaker)"}"#
    }
    let head = Self.head.split(separator: "#").joined(separator: places)
    var run = CommandLineRun()
    run.input = Array("[\(([head] + talks).joined(separator: ",\n"))]".utf8)
    return run(line + " --data -")
  }

  @Test(
    "are refused with a hint, and no part is written",
    arguments: [
      "talks --json", "timeline --json", "search t --json", "speaker Ada --json", "speakers --json",
      "export --as csv", "export --as json",
    ])
  func refused(line: String) {
    let output = run(line, count: 600)
    #expect(output.status == .badData && output.out.isEmpty)
    #expect(output.notes.contains("the output is larger than 4 MiB"))
    #expect(run(line, count: 100).status == .success)
  }

  @Test(
    "are written completely if they repeat nothing",
    arguments: ["talks", "timeline", "speaker Ada"])
  func whole(line: String) {
    let output = run(line, count: 2000)
    #expect(output.status == .success && output.text.contains("T1999"))
  }

  @Test("the talks of a name belong to the first record with that name")
  func oneName() throws {
    var run = CommandLineRun()
    let person = #"{"name": "Ada", "bio": "b"}"#
    let talk = #"{"t_id": "a", "title": "T", "speaker_name": "Ada"}"#
    let head = Self.head.split(separator: "#").joined(separator: "")
    run.input = Array("[\(head),\n\(person),\(person),\(talk)]".utf8)
    let lines = run("speaker Ada --data -").text.split(separator: "\n")
    #expect(lines.count { $0 == "Ada" } == 2)
    #expect(lines.count { $0.hasPrefix("  T ") } == 1)
  }

  @Test("a search of more than a hundred words is refused, and repeated words count once")
  func words() {
    var run = CommandLineRun()
    run.input = Array("[\(Self.head.split(separator: "#").joined(separator: ""))]".utf8)
    let words = (0...100).map { "w\($0)" }.joined(separator: " ")
    let output = run("search \(words) --data -")
    #expect(output.status == .usage)
    #expect(output.notes == "konf: search: 101 words are too many; use at most 100\n")
    let again = Array(repeating: "w", count: 200).joined(separator: " ")
    #expect(run("search \(again) --data -").status == .success)
  }
}
