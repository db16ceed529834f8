import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Checks of several files, for people, editors and scripts.
@Suite struct CheckFilesTests {
  private let folder = TemporaryFolder()
  private let sound: String
  private let warned: String
  private let wrong: String

  init() {
    let head = #"{"conference": "C", "month": "2015-05", "zone": "UTC"}"#
    func session(_ id: String, _ name: String, _ place: String) -> String {
      #"{"t_id": "\#(id)", "startTime": "18-10-00", "description": "\#(name)", "locations": ["\#(place)"]}"#
    }
    let place = #"{"name": "P", "address": "S"}"#
    sound = folder.write("[\(head),\n\(session("a", "A", "P")),\n\(place)]", to: "sound.json")
    warned = folder.write("[\(head),\n\(session("a", "TBA", "P")),\n\(place)]", to: "warned.json")
    wrong = folder.write("[\(head),\n\(session("a", "A", "Q")),\n7]", to: "wrong.json")
  }

  @Test("each finding begins with file, line and column, at any width", arguments: [20, 80, 300])
  func places(width: Int) {
    let lines = CommandLineRun()("check \(warned) \(wrong) --width \(width)").text
      .split(separator: "\n")
    for start in ["\(warned):2:1:", "\(wrong):2:1:", "\(wrong):3:1:"] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
  }

  @Test("the last schedule need not be freed by the process, and earlier ones are freed in turn")
  func kept() {
    var kept: [AnyObject] = []
    var run = CommandLineRun()
    run.keep = { kept.append($0) }
    _ = run("check \(sound) \(warned) \(wrong)")
    #expect(kept.count == 1)
  }

  @Test("several files are checked, even after an unreadable one, and each has its totals")
  func several() throws {
    let all = CommandLineRun()("check \(sound) \(folder.path)/none.json \(warned) --width 200")
    #expect(all.status == .noInput)
    #expect(all.notes == "konf: \(folder.path)/none.json: no such file or directory\n")
    #expect(all.text.hasPrefix("\(sound): no problems found\n\n"))
    #expect(all.text.hasSuffix("\n\(warned): 1 warning\n"))
    let json = CommandLineRun()("check \(warned) \(wrong) --json")
    #expect(try json.values("file") == [warned, wrong, wrong])
    #expect(try json.values("rule") == ["placeholder", "unknown-location", "no-record"])
    #expect(json.status == .notFound)
    #expect(CommandLineRun()("check \(sound) \(warned)").status == .success)
    #expect(CommandLineRun()("check \(folder.path)/none.json --json").text.isEmpty)
    #expect(
      CommandLineRun()("check \(sound) \(warned) --skip x").notes.split(separator: "\n").count == 2)
  }

  @Test("--strict makes a warning end with 1, and a note does not")
  func strict() {
    #expect(CommandLineRun()("check \(warned)").status == .success)
    #expect(CommandLineRun()("check --strict \(warned)").status == .notFound)
    #expect(CommandLineRun()("check --strict \(warned) --skip placeholder").status == .success)
    let empty = folder.write("[]", to: "empty.json")
    #expect(CommandLineRun()("check --strict \(empty)").status == .success)
  }
}
