package struct HelpRecord: Record {
  let name: String
  let kind: String
  var group: String?
  let summary: SafeText
  let usages: [String]
  var options: [OptionDefinition] = []

  package static let meaning: String? =
    "A command or a topic of konf help."
  package static let fields: [Field<HelpRecord>] = [
    Field("name", .text) { .string($0.name) },
    Field("kind", .words(["command", "topic"])) { .string($0.kind) },
    Field("group", .orNull(.text), "The heading above the command in konf help; null for a topic.")
    {
      .string(orNull: $0.group)
    },
    Field("summary", .text) { .string($0.summary.string) },
    Field("usages", .array(.text), "The forms of the command line.") {
      .array($0.usages.map { .string($0) })
    },
    Field("options", .array(.defined("option"))) {
      .array($0.options.map { OptionRecord(option: $0).json })
    },
  ]
}

package struct OptionRecord: Record {
  let option: OptionDefinition

  package static let fields: [Field<OptionRecord>] = [
    Field("name", .text, "The name, including the dashes.") { .string("--\($0.option.name)") },
    Field(
      "value", .orNull(.text), "The placeholder of the value; null if the option takes no value."
    ) {
      .string(orNull: $0.option.placeholder)
    },
    Field("summary", .text) { .string($0.option.help.string) },
  ]
}

extension CommandTable {
  /// Returns the help records of all commands and topics, or only the record of the given name.
  ///
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if the name is unknown.
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
