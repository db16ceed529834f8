// Writes the manual pages of the program and of its commands, in the mdoc language. The program's
// help command calls these functions. The command table is the only source of the text, so the
// manual always agrees with `--help`.

import Basics

extension CommandTable {
  /// Returns a manual page in the mdoc language: program(1), or program-NAME(1) for a command.
  ///
  /// The date has the form "November 22, 2026".
  ///
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if no command has this name.
  package func manual(on name: String?, dated date: String) throws(UsageError) -> String {
    guard let name else { return manual(dated: date) }
    guard let command = command(name) else {
      throw .unknownTopic(name, nearest: NearestNames.of(name, among: commandNames))
    }
    return manual(of: command.definition, dated: date)
  }

  /// The sections of every page, and the help topic that each section shows.
  private static let sections: [(name: String, topic: String)] = [
    ("ENVIRONMENT", TopicDefinition.environmentName), ("FILES", TopicDefinition.dataName),
    ("EXIT STATUS", TopicDefinition.exitCodesName),
  ]

  private static let anyOptions: [ManualPage.Piece] = [
    .macro("Oo"), .macro("Ar"), .text("OPTION ..."), .macro("Oc"),
  ]

  // MARK: Program

  private func manual(dated date: String) -> String {
    var page = ManualPage(program, summary, dated: date)
    page.section("SYNOPSIS")
    page.line("Nm", [.macro("Oo"), .macro("Ar"), .text("COMMAND"), .macro("Oc")] + Self.anyOptions)
    page.section("DESCRIPTION")
    page.paragraph(Self.sentence(summary))
    for group in groups {
      page.subsection(group.title)
      page.list(
        group.commands.map { command in
          let definition = command.definition
          let usage = Self.pieces(of: definition.usages(of: program)[0])
          return (
            usage, "\(Self.sentence(definition.summary)) See \(program)-\(definition.name)(1)."
          )
        })
    }
    page.section("OPTIONS")
    let named = [TopicDefinition.optionsName] + Self.sections.map(\.topic)
    page.add(topics.filter { $0.name == TopicDefinition.optionsName })
    page.section("TOPICS")
    for topic in topics where !named.contains(topic.name) && !topic.discussion.isEmpty {
      page.subsection("\(topic.name)")
      page.add([topic])
    }
    for (section, name) in Self.sections {
      page.section(section)
      page.add(topics.filter { $0.name == name })
    }
    page.add(examples)
    page.section("SEE ALSO")
    page.references(commandNames.map { "\(program)-\($0)" }.sorted())
    return page.text
  }

  // MARK: Command

  private func manual(of command: CommandDefinition, dated date: String) -> String {
    var page = ManualPage("\(program)-\(command.name)", command.summary, dated: date)
    page.section("SYNOPSIS")
    for usage in command.usages(of: program) {
      page.line("Nm", [.text("\(program)")] + Self.pieces(of: usage) + Self.anyOptions)
    }
    page.section("DESCRIPTION")
    page.paragraph(Self.sentence(command.summary))
    page.add(command.discussion)
    page.section("OPTIONS")
    let own = command.options.filter { !$0.isFilter }
    if !own.isEmpty { page.list(own.map { ($0.pieces, $0.help) }) }
    let lists: [(SafeText, [OptionDefinition])] = [
      ("Filters:", command.options.filter(\.isFilter)), ("Common options:", options),
    ]
    for (title, options) in lists where !options.isEmpty {
      let names = options.map { "--\($0.name)" }.joined(separator: ", ")
      page.paragraph()
      page.paragraph("\(title) \(names); see \(program)(1).")
    }
    for section in Self.sections.map(\.name) {
      page.section(section)
      page.paragraph("See \(program)(1).")
    }
    page.add(command.examples)
    page.section("SEE ALSO")
    page.references([program])
    return page.text
  }

  /// Returns the usage as macro pieces, without the name of the program.
  private static func pieces(of usage: String) -> [ManualPage.Piece] {
    let words = usage.split(separator: " ").dropFirst()
    return words.enumerated().flatMap { place, word -> [ManualPage.Piece] in
      if place == 0 { return [.macro("Cm"), .text("\(word)")] }
      if word.hasPrefix("--") { return [.macro("Fl"), .text("\(word.dropFirst())")] }
      if word.hasPrefix("["), word.hasSuffix("]") {
        let operand: SafeText = "\(word.dropFirst().dropLast())"
        return [.macro("Oo"), .macro("Ar"), .text(operand), .macro("Oc")]
      }
      return [.macro("Ar"), .text("\(word)")]
    }
  }

  /// Returns the summary with an initial capital and a final period.
  private static func sentence(_ summary: SafeText) -> SafeText {
    let text = summary.string
    return "\(text.prefix(1).uppercased())\(text.dropFirst())."
  }
}

extension OptionDefinition {
  fileprivate var pieces: [ManualPage.Piece] {
    let letter: [ManualPage.Piece] =
      short.map { [.macro("Fl"), .text("\($0)"), .comma] } ?? []
    let value: [ManualPage.Piece] = placeholder.map { [.macro("Ar"), .text("\($0)")] } ?? []
    return letter + [.macro("Fl"), .text("-\(name)")] + value
  }
}

extension ManualPage {
  fileprivate mutating func add(_ topics: [TopicDefinition]) {
    for topic in topics { add(topic.discussion) }
  }

  fileprivate mutating func add(_ blocks: [HelpBlock]) {
    for block in blocks {
      switch block {
      case .paragraph(let text):
        paragraph()
        paragraph(text)
      case .verbatim(let lines): verbatim(lines)
      case .list(let entries):
        list(entries.map { ([.macro("Sy"), .text($0.term)], $0.meaning) })
      case .stars(let meanings):
        list(
          meanings.enumerated().map { place, meaning in
            ([.macro("Sy"), .text("\(place + 1)")], meaning)
          })
      }
    }
  }

  fileprivate mutating func add(_ examples: [Example]) {
    if examples.isEmpty { return }
    section("EXAMPLES")
    list(examples.map { ([.macro("Li"), .text($0.command)], $0.help) })
  }

  fileprivate mutating func references(_ names: [String]) {
    for (place, name) in names.enumerated() {
      let end: [Piece] = place + 1 < names.count ? [.comma] : []
      line("Xr", [.page(name), .macro("1")] + end)
    }
  }
}
