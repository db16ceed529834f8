import CommandLine
import KonfCLI
import Testing

/// The parser and completion do what the definitions say about options that cannot be combined.
@Suite struct OptionConflictTests {
  /// A conflict of a command.
  struct Case: CustomTestStringConvertible {
    let command: CommandDefinition
    let conflict: OptionConflict

    var testDescription: String { "konf \(command.name) --\(conflict.first) --\(conflict.second)" }

    /// An option of the command with a value, as it is typed; nil if the command has no such option.
    func word(_ name: String) -> String? {
      let option = (command.options + CommandTable.konf.options).first { $0.name == name }
      return option.flatMap { option in
        if option.placeholder == nil || option.form == .optional { return "--\(name)" }
        let values = ["month": "2016-03", "zone": "Europe/Berlin", "format": "{id}"]
        return (OptionUseTests.values[name]?.first ?? values[name]).map { "--\(name)=\($0)" }
      }
    }
  }

  private static let cases = CommandTable.konf.definitions.flatMap { command in
    (command.conflicts + OptionConflict.among(CommonOption.dataForms)).map {
      Case(command: command, conflict: $0)
    }
  }

  @Test(
    "both options exist, are refused together in either order, and are not offered together"
  )
  func conflicts() throws {
    #expect(Self.cases.count > 100)
    for tried in Self.cases {
      let comment = Comment(rawValue: tried.testDescription)
      let first = try #require(tried.word(tried.conflict.first), comment)
      let second = try #require(tried.word(tried.conflict.second), comment)
      let operands = tried.command.operands.filter { operand in
        switch operand.presence {
        case .required, .unless, .unlessFiltered: true
        case .with(let flag): [first, second].contains("--\(flag.definition.name)")
        case .optional: false
        }
      }.map { _ in "x" }
      for pair in [[first, second], [second, first]] {
        let words = [tried.command.name] + operands + pair
        #expect {
          try CommandTable.konf.parse(words.map { Array($0.utf8) })
        } throws: { error in
          let found = (error as? UsageError)?.message(in: "konf").string ?? ""
          return found.hasSuffix(
            "--\(tried.conflict.first) and --\(tried.conflict.second) cannot be combined")
        }
        let typed = try #require(pair[1].split(separator: "=").first)
        let offer = Completion(CommandTable.konf, behind: Array(words.dropLast()))
          .offer(for: String(typed))
        #expect(!offer.candidates.map(\.text).contains(String(typed)), comment)
      }
    }
  }
}
