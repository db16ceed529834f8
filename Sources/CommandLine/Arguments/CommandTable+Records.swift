/// What the help explains: a command or a topic.
package struct HelpRecord: Record {
  let name: String
  let kind: String
  var group: String?
  let summary: SafeText
  let usages: [String]
  var options: [OptionDefinition] = []

  package static let fields: [Field<HelpRecord>] = [
    Field("name") { .string($0.name) },
    Field("kind") { .string($0.kind) },
    Field("group") { .string(orNull: $0.group) },
    Field("summary") { .string($0.summary.string) },
    Field("usages") { .array($0.usages.map { .string($0) }) },
    Field("options") { .array($0.options.map { OptionRecord(option: $0).json }) },
  ]
}

private struct OptionRecord: Record {
  let option: OptionDefinition

  static let fields: [Field<OptionRecord>] = [
    Field("name") { .string("--\($0.option.name)") },
    Field("value") { .string(orNull: $0.option.placeholder) },
    Field("summary") { .string($0.option.help.string) },
  ]
}

extension CommandTable {
  /// Returns what the help explains, for programs that complete or check command lines.
  ///
  /// - Parameter name: A command or a topic, or nil for all of them.
  /// - Returns: A record for each.
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if nothing has that name.
  package func records(on name: String?) throws(UsageError) -> [HelpRecord] {
    let subjects = groups.flatMap { group in
      group.commands.map { subject($0.definition, in: group) }
    }
    guard let name else { return subjects + topics.map(subject) }
    if let subject = subjects.first(where: { $0.name == name }) { return [subject] }
    return [subject(try topic(name))]
  }

  private func subject(_ command: CommandDefinition, in group: CommandGroup) -> HelpRecord {
    HelpRecord(
      name: command.name, kind: "command", group: group.title.string, summary: command.summary,
      usages: command.usages(of: program), options: command.options + options)
  }

  private func subject(_ topic: TopicDefinition) -> HelpRecord {
    HelpRecord(
      name: topic.name, kind: "topic", summary: topic.summary,
      usages: ["\(program) help \(topic.name)"])
  }
}
