import CommandLine
import KonfCLI
import Marks
import Schedule
import SourceText

/// konf as its users have it, run within this process: arguments in, text out.
final class KonfProgram {
  /// What konf answered.
  struct Answer {
    let out: [UInt8]
    let notes: String
    let status: Int32

    var text: String { String(decoding: out, as: UTF8.self) }
    /// All that was printed.
    var all: String { text + notes }
  }

  /// The moment that commands are run at, a second later each.
  private var now: Int64 = 1_325_376_000
  private(set) var runCount = 0
  /// Whether command lines are printed.
  var isVerbose = false

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: What is typed after the name of the program.
  ///   - home: The data folder.
  /// - Returns: What konf answers.
  func callAsFunction(_ arguments: [String], home: String) -> Answer {
    now += 1
    runCount += 1
    let environment = RunEnvironment(
      arguments: arguments.map { Array($0.utf8) },
      variables: ["LANG": "C.UTF-8", "KONF_HOME": home], now: Instant(secondsSince1970: now))
    let output = Konf.run(environment)
    let answer = Answer(
      out: output.out, notes: String(decoding: output.err, as: UTF8.self),
      status: output.status.rawValue)
    if isVerbose { show(arguments, home, answer) }
    return answer
  }

  /// Runs a command that has to succeed for the check to make sense.
  ///
  /// - Throws: ``Trouble`` with what konf says.
  @discardableResult
  func require(_ arguments: [String], home: String) throws -> Answer {
    try self(arguments, home: home).required(arguments)
  }

  /// Runs a command that answers with JSON.
  ///
  /// - Throws: ``Trouble`` if it fails or answers with something else.
  func records(_ arguments: [String], home: String) throws -> [SourceValue] {
    try self(arguments, home: home).records(arguments)
  }

  private func show(_ arguments: [String], _ home: String, _ answer: Answer) {
    let words = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    let folder = home.split(separator: "/").last ?? ""
    print("  \(folder)$ konf \(words)\(answer.status == 0 ? "" : "  (status \(answer.status))")")
    let text = answer.out.first == UInt8(ascii: "[") ? answer.notes : answer.all
    for line in text.split(separator: "\n").prefix(12) { print("      \(line)") }
  }
}

extension KonfProgram.Answer {
  /// The answer, if the command succeeded.
  func required(_ arguments: [String]) throws -> Self {
    guard status == 0 else {
      throw Trouble("konf \(arguments.joined(separator: " ")): \(status): \(notes)")
    }
    return self
  }

  /// The records of an answer in JSON.
  func records(_ arguments: [String]) throws -> [SourceValue] {
    guard let document = try? SourceDocument(json: try required(arguments).out) else {
      throw Trouble("konf \(arguments.joined(separator: " ")): this is no JSON: \(text)\(notes)")
    }
    return Array(document.root.elements)
  }
}
