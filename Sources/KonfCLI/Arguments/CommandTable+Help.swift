import TextBasics

extension CommandTable {
  /// Returns the help.
  ///
  /// - Parameters:
  ///   - name: A command or a topic, or nil for the overview.
  ///   - width: The columns to keep to.
  /// - Returns: The lines, none of them wider than `width`.
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if nothing has that name.
  package func help(on name: String?, width: Int) throws(UsageError) -> [Line] {
    var page = HelpPage(width: width)
    if let name {
      if let command = command(name) {
        fill(&page, with: command.definition)
      } else {
        let topic = try topic(name)
        page.title(topic.name, topic.summary)
        page.add(topic.discussion)
      }
    } else {
      fillOverview(&page)
    }
    return page.lines
  }

  /// Returns the topic of a name.
  ///
  /// - Parameter name: The whole name.
  /// - Returns: The topic.
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if neither a topic nor a command has it.
  func topic(_ name: String) throws(UsageError) -> TopicDefinition {
    if let topic = topics.first(where: { $0.name == name }) { return topic }
    let names = commandNames + topics.map(\.name)
    throw .unknownTopic(name, nearest: NearestNames.of(name, among: names))
  }

  private func fillOverview(_ page: inout HelpPage) {
    page.title("konf", summary)
    page.heading("Usage")
    page.line("konf [COMMAND] [OPTION...]", hanging: 4)
    let lists = groups.map { group in
      group.commands.map { command -> (Line, SafeText) in
        let definition = command.definition
        return ("\(Self.words(of: definition), .strong)", definition.summary)
      }
    }
    let widest = lists.joined().map(\.0.width).max() ?? 0
    for (group, list) in zip(groups, lists) {
      page.heading(group.title)
      page.list(list, leastWidth: widest)
    }
    page.heading("Topics of konf help")
    page.list(topics.map { ("\($0.name, .strong)", $0.summary) })
    page.heading("Options of every command")
    page.list(options.map(Self.row))
    page.add(examples)
  }

  private func fill(_ page: inout HelpPage, with command: CommandDefinition) {
    page.title("konf \(command.name)", command.summary)
    page.heading("Usage")
    for usage in command.usages { page.line("\(usage) [OPTION...]", hanging: 4) }
    page.add(command.discussion)
    if !command.options.isEmpty {
      page.heading("Options")
      page.list(command.options.map(Self.row))
    }
    page.heading("Options of every command")
    page.list(options.map(Self.row))
    page.add(command.examples)
  }

  /// The command with its operands, without the program's name and without other ways.
  private static func words(of command: CommandDefinition) -> String {
    command.usages[0].split(separator: " ").dropFirst().joined(separator: " ")
  }

  private static func row(of option: OptionDefinition) -> (Line, SafeText) {
    let short = option.short.map { "-\($0), " } ?? ""
    return ("\(short + option.usage, .strong)", option.help)
  }
}

/// A page of help as it fills up.
private struct HelpPage {
  let width: Int
  private(set) var lines: [Line] = []

  init(width: Int) {
    self.width = width
  }

  mutating func title(_ name: String, _ summary: SafeText) {
    let line: Line = "\(name, .strong): \(summary)"
    lines += line.wrapped(to: width)
  }

  mutating func heading(_ text: SafeText) {
    lines += [Line()] + Line(text, .heading).wrapped(to: width)
  }

  mutating func line(_ text: Line, hanging: Int) {
    lines += text.wrapped(to: width, indent: 2, hanging: hanging)
  }

  /// Adds terms with what they mean, at a place that other lists share if there is room for that.
  mutating func list(_ rows: [(Line, SafeText)], leastWidth: Int = 0) {
    let widths = leastWidth > 0 && width >= 60 ? [leastWidth] : []
    let table = Table(rows: rows.map { [$0.0, Line($0.1)] }, leastWidths: widths)
    lines += table.lines(width: width, indent: 2)
  }

  mutating func add(_ blocks: [HelpBlock]) {
    for block in blocks {
      lines.append(Line())
      switch block {
      case .paragraph(let text): lines += Line(text).wrapped(to: width)
      case .verbatim(let texts):
        for text in texts {
          let indent = text.string.prefix { $0 == " " }.count
          lines += Line(text).wrapped(to: width, indent: 2 + indent, hanging: 6 + indent)
        }
      case .list(let entries): list(entries.map { (Line($0.term, .strong), $0.meaning) })
      }
    }
  }

  mutating func add(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    heading("Examples")
    list(examples.map { (Line($0.command), $0.help) })
  }
}
