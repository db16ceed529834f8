import KonfCLI
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  /// A command of a transcript and what it is said to print.
  struct Exchange: Equatable {
    let command: String
    var answer: [String]
  }

  @Test("every transcript is what the program prints")
  func transcripts() throws {
    let konf = try #require(BuiltProgram.konf)
    let exchanges = Self.exchanges(in: try Self.readme())
    #expect(exchanges.count >= 6)
    // The transcripts follow one another, so they share the folder of the ratings.
    let variables = "HOME=\(BuiltProgram.makeFolder()) LANG=C.UTF-8 COLUMNS=80"
    for exchange in exchanges {
      let command =
        exchange.command.hasPrefix("swift run ")
        ? exchange.command.dropFirst(10) : exchange.command[...]
      try #require(command.hasPrefix("konf"))
      let line =
        "cd '\(Repository.root)' && env -i PATH=/usr/bin:/bin \(variables) \(konf) --at 2015-05-18T10:30\(command.dropFirst(4)) 2>&1"
      let printed = BuiltProgram.shell(line).output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      var expected = exchange.answer
      if expected.last == "..." {
        expected.removeLast()
        #expect(Array(printed.prefix(expected.count)) == expected, "\(exchange.command)")
      } else {
        #expect(
          printed.filter { !$0.isEmpty } == expected.filter { !$0.isEmpty }, "\(exchange.command)")
      }
    }
  }

  @Test("the commands of the table are the commands of the program")
  func commands() throws {
    let konf = try #require(BuiltProgram.konf)
    let readme = try Self.readme()
    for command in CommandTable.konf.commandNames {
      #expect(readme.contains("`konf \(command)"), "\(command)")
      #expect(BuiltProgram.shell("\(konf) help \(command) >/dev/null 2>&1").status == 0)
    }
  }

  private static func readme() throws -> String {
    String(decoding: try #require(Repository.bytes(of: "README.md")), as: UTF8.self)
  }

  /// The commands of all console blocks.
  static func exchanges(in text: String) -> [Exchange] {
    var exchanges: [Exchange] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```console" {
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside, line.hasPrefix("$ ") {
        exchanges.append(Exchange(command: String(line.dropFirst(2)), answer: []))
      } else if isInside, !exchanges.isEmpty {
        exchanges[exchanges.count - 1].answer.append(String(line))
      }
    }
    return exchanges
  }
}
