extension CommandTable {
  /// Returns what the help explains as JSON, for programs that complete or check command lines.
  ///
  /// - Parameter name: A command or a topic, or nil for all of them.
  /// - Returns: A record for each.
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if nothing has that name.
  func records(on name: String?) throws(UsageError) -> [JSONOutput] {
    let records = groups.flatMap { group in
      group.commands.map { (name: $0.name, record: record(of: $0, in: group)) }
    }
    guard let name else { return records.map(\.record) + topics.map(Self.record) }
    if let command = records.first(where: { $0.name == name }) { return [command.record] }
    return [Self.record(of: try topic(name))]
  }

  private func record(of command: CommandDefinition, in group: CommandGroup) -> JSONOutput {
    [
      "name": .string(command.name),
      "kind": "command",
      "group": .string(group.title.string),
      "summary": .string(command.summary.string),
      "usages": .array(command.usages.map { .string($0) }),
      "options": .array((command.options + options).map(Self.record)),
    ]
  }

  private static func record(of topic: TopicDefinition) -> JSONOutput {
    [
      "name": .string(topic.name),
      "kind": "topic",
      "group": .null,
      "summary": .string(topic.summary.string),
      "usages": .array([.string("konf help \(topic.name)")]),
      "options": [],
    ]
  }

  private static func record(of option: OptionDefinition) -> JSONOutput {
    [
      "name": .string("--\(option.long)"),
      "value": .string(orNull: option.placeholder),
      "summary": .string(option.help.string),
    ]
  }
}
