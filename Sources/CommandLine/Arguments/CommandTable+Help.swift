// Lays out the help of the program, of each command and of each topic as lines of terminal text.
// The program's help command calls these functions. `CommandTable+Records` also uses `topic(_:)`.

import Basics

extension CommandTable {
  /// Returns the help of the program, a command or a topic.
  ///
  /// If `name` is nil, the help is about the program. Pass true for `isBrief` to request the short
  /// form. Topics have no short form. Pass true for `isWhole` to list all commands and topics of
  /// the program, not only the common commands. No line is wider than the presentation.
  ///
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if the name is unknown.
  package func help(
    on name: String?, isBrief: Bool = false, isWhole: Bool = false, _ presentation: Presentation
  ) throws(UsageError) -> [Line] {
    var page = HelpPage(program, presentation)
    if let name, let command = command(name) {
      fill(&page, with: command.definition, isBrief: isBrief)
    } else if let name {
      let topic = try topic(name)
      page.title(topic.name, topic.summary)
      page.add(topic.discussion)
    } else if isBrief {
      fillBriefOverview(&page)
    } else if isWhole || common.isEmpty {
      fillOverview(&page)
    } else {
      fillCommonOverview(&page)
    }
    return page.lines
  }

  /// Returns the topic with the given name.
  ///
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if no topic has this name.
  package func topic(_ name: String) throws(UsageError) -> TopicDefinition {
    if let topic = topics.first(where: { $0.name == name }) { return topic }
    let names = commandNames + topics.map(\.name)
    throw .unknownTopic(name, nearest: NearestNames.of(name, among: names))
  }

  private static let fewExamples = 3

  // MARK: Program

  private func fillOverview(_ page: inout HelpPage) {
    page.title(program, summary)
    page.usages(["\(program) [COMMAND]"])
    let lists = groups.map { Self.rows(of: $0.commands) }
    let widest = lists.joined().map(\.0.width).max() ?? 0
    for (group, list) in zip(groups, lists) {
      page.heading(group.title)
      page.list(list, leastWidth: widest)
    }
    page.heading("More help")
    page.list([
      ("\(program) help COMMAND", "explain a command; \(program) COMMAND -h prints a short page"),
      (
        "\(program) help TOPIC",
        "\(topics.map(\.name).joined(separator: ", "))"
      ),
    ])
    page.add(examples)
    page.blank()
    page.commonOptions(options)
  }

  private static func rows(of commands: [any Command.Type]) -> [(Line, SafeText)] {
    commands.map { command in
      let definition = command.definition
      return ("\(shortWords(of: definition), .strong)", definition.summary)
    }
  }

  /// Adds an overview of only the most common commands, so that the page fits on one screen.
  private func fillCommonOverview(_ page: inout HelpPage) {
    page.title(program, summary)
    page.usages(["\(program) [COMMAND]"])
    page.heading("Commands")
    page.list(Self.rows(of: common))
    page.blank()
    page.line(
      "\(program) help COMMAND explains a command; \(program) help --all lists all commands.")
    page.commonOptions(options)
  }

  private func fillBriefOverview(_ page: inout HelpPage) {
    page.title(program, summary)
    page.usages(["\(program) [COMMAND]"])
    page.heading("Commands")
    page.list(
      groups.map { group in
        let names = group.commands.map { $0.name }.joined(separator: ", ")
        return ("\(group.title)", "\(names)")
      })
    page.add(Array(examples.prefix(Self.fewExamples)))
    page.blank()
    page.line("Run \(program) --help for all commands, or \(program) COMMAND -h for one command.")
  }

  // MARK: Command

  private func fill(_ page: inout HelpPage, with command: CommandDefinition, isBrief: Bool) {
    page.title("\(program) \(command.name)", command.summary)
    page.usages(command.usages(of: program))
    if !isBrief { page.add(command.discussion) }
    let own = command.options.filter { !$0.isFilter }
    if !own.isEmpty {
      page.heading("Options")
      page.list(own.map { ("\($0.heading, .strong)", $0.help) })
    }
    let filters = command.options.filter(\.isFilter)
    if !filters.isEmpty {
      page.blank()
      page.names("Filters", filters, explainedBy: TopicDefinition.filtersName)
    }
    if isBrief {
      page.add(Array(command.examples.prefix(Self.fewExamples)))
      page.blank()
      page.line("Run \(program) \(command.name) --help for more.")
    } else {
      page.add(command.examples)
      page.blank()
      page.commonOptions(options)
    }
  }

  /// Returns the first form of a command's usage, without the program's name.
  private static func words(of command: CommandDefinition) -> String {
    command.usages(of: "")[0].split(separator: " ").joined(separator: " ")
  }

  /// The maximum width of a usage in the overview.
  ///
  /// A longer usage would narrow all summaries.
  private static let mostOfWords = 24

  /// Returns the name and the operands of a command.
  ///
  /// If the result would be too wide, only the first operand is included.
  private static func shortWords(of command: CommandDefinition) -> String {
    let words = words(of: command)
    if words.count <= mostOfWords { return words }
    return words.split(separator: " ").prefix(2).joined(separator: " ") + " ..."
  }
}

private struct HelpPage {
  let program: String
  let width: Int
  let glyphs: Glyphs
  /// The maximum width of the line with common options.
  ///
  /// A page that is read aloud may have long lines, but this line is short, because hearing all
  /// names on each page would be tedious.
  private let namesWidth: Int
  private(set) var lines: [Line] = []

  init(_ program: String, _ presentation: Presentation) {
    self.program = program
    width = presentation.width
    glyphs = presentation.glyphs
    namesWidth = presentation.isSpoken ? min(width, 80) : width
  }

  mutating func title(_ name: String, _ summary: SafeText) {
    let line: Line = "\(name, .strong): \(summary)"
    lines += line.wrapped(to: width)
  }

  mutating func blank() {
    lines.append(Line())
  }

  mutating func heading(_ text: SafeText) {
    lines += [Line()] + Line(text, .heading).wrapped(to: width)
  }

  package mutating func line(_ text: Line) {
    lines += text.wrapped(to: width, hanging: 2)
  }

  mutating func usages(_ usages: [String]) {
    heading("Usage")
    for usage in usages {
      lines += Line("\(usage) [OPTION...]").wrapped(to: width, indent: 2, hanging: 4)
    }
  }

  mutating func names(_ title: SafeText, _ options: [OptionDefinition], explainedBy topic: String) {
    if options.isEmpty { return }
    let names = options.map { "--\($0.name)" }.joined(separator: ", ")
    line("\(title, .heading): \(names); \(program) help \(topic)")
  }

  /// Adds one line with common option names, and the help topic that explains them.
  ///
  /// The line contains as many names as fit.
  mutating func commonOptions(_ options: [OptionDefinition]) {
    let names = options.map { "--\($0.name)" }
    func text(_ count: Int) -> Line {
      let rest: SafeText = count < names.count ? ", \(glyphs.ellipsis)" : ""
      let shown = names.prefix(count).joined(separator: ", ")
      return """
        \("Common options", .heading): \(shown)\(rest) \(glyphs.dot) \(program) help \
        \(TopicDefinition.optionsName)
        """
    }
    guard let count = (1...max(1, names.count)).last(where: { text($0).width <= namesWidth }) else {
      return line(text(min(1, names.count)))
    }
    if !names.isEmpty { line(text(count)) }
  }

  /// Adds a list of terms and their meanings.
  ///
  /// On a page of 60 or more columns, the terms get at least the given width. A common width aligns
  /// several lists.
  mutating func list(_ rows: [(Line, SafeText)], leastWidth: Int = 0) {
    let widths = leastWidth > 0 && width >= 60 ? [leastWidth] : []
    let table = Table(rows: rows.map { [$0.0, Line($0.1)] }, leastWidths: widths)
    lines += table.lines(width: width, indent: 2)
  }

  mutating func add(_ blocks: [HelpBlock]) {
    for block in blocks {
      blank()
      switch block {
      case .paragraph(let text): lines += Line(text).wrapped(to: width)
      case .verbatim(let texts):
        for text in texts {
          let indent = text.string.prefix { $0 == " " }.count
          lines += Line(text).wrapped(to: width, indent: 2 + indent, hanging: 6 + indent)
        }
      case .list(let entries): list(entries.map { (Line($0.term, .strong), $0.meaning) })
      case .stars(let meanings):
        let rows = meanings.enumerated().map { place, meaning -> [Line] in
          ["\(place + 1)", Line(glyphs.stars(place + 1), .rating), Line(meaning)]
        }
        lines += Table(rows: rows).lines(width: width, indent: 2)
      }
    }
  }

  mutating func add(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    heading("Examples")
    list(examples.map { (Line($0.command), $0.help) })
  }
}
