import CommandLine
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

  /// The documents with transcripts.
  static let documents = [
    "README.md", "Sources/KonfCLI/KonfCLI.docc/ForOrganizers.md",
    "Sources/KonfCLI/KonfCLI.docc/Stars.md",
  ]

  @Test("every transcript matches the program's output", arguments: documents)
  func transcripts(document: String) throws {
    let konf = try #require(BuiltProgram.konf)
    let exchanges = Self.exchanges(in: try Self.text(of: document))
    #expect(exchanges.count >= 2)
    let hasJQ = BuiltProgram.shell("command -v jq >/dev/null").status == 0
    let folder = konf[..<(konf.lastIndex(of: "/") ?? konf.startIndex)]
    // The transcripts follow one another, so they share the folder of the ratings.
    let home = TemporaryFolder()
    let variables =
      "HOME=\(home.path) LANG=C.UTF-8 COLUMNS=80 PATH=/usr/bin:/bin:\(folder)"
    defer { withExtendedLifetime(home) {} }
    for exchange in exchanges {
      if exchange.command.contains("| jq "), !hasJQ {
        print("jq is not installed; not run: \(exchange.command)")
        continue
      }
      let command =
        exchange.command.hasPrefix("swift run ")
        ? exchange.command.dropFirst(10) : exchange.command[...]
      try #require(command.hasPrefix("konf ") || command.hasPrefix("mkdir "))
      let line = String(command).replacing(#/^konf /#, with: "konf --at 2015-05-18T10:30 ")
      let script = "cd '\(Repository.root)' && env -i \(variables) sh -c \(Self.quoted(line)) 2>&1"
      let printed = BuiltProgram.shell(script).output.split(
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

  @Test("the README names existing commands and options")
  func commands() throws {
    let readme = try Self.text(of: "README.md")
    var count = 0
    for code in readme.split(separator: "`").filter({ $0.hasPrefix("konf ") }) {
      let name = code.split(separator: " ")[1]
      if name.hasPrefix("-") { continue }
      count += 1
      #expect(CommandTable.konf.command(String(name)) != nil, "\(code)")
    }
    #expect(count > 5)
    let options = Set(
      (CommandTable.konf.options + CommandTable.konf.definitions.flatMap(\.options)).map(\.name))
    for word in readme.split(whereSeparator: { " `\n,;=|'".contains($0) })
    where word.hasPrefix("--") && word.count > 3 && word.allSatisfy({ $0.isLetter || $0 == "-" }) {
      let isKnown = options.contains(String(word.dropFirst(2)))
      // The others are those of the script that installs konf.
      #expect(isKnown || ["--prefix", "--uninstall"].contains(word), "\(word)")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: #"'\''"#))'"
  }

  private static func text(of document: String) throws -> String {
    String(decoding: try #require(Repository.bytes(of: document)), as: UTF8.self)
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
