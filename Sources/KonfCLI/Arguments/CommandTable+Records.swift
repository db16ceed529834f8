extension CommandTable {
  /// Returns what the help explains as JSON, for programs that complete or check command lines.
  ///
  /// - Parameter name: A command or a topic, or nil for all of them.
  /// - Returns: A record for each.
  /// - Throws: ``UsageError/unknownTopic(_:nearest:)`` if nothing has that name.
  func records(on name: String?) throws(UsageError) -> [JSONOutput] {
    guard let name else { return commands.map(record) + topics.map(Self.record) }
    if let command = command(name) { return [record(of: command)] }
    return [Self.record(of: try topic(name))]
  }

  private func record(of command: CommandDefinition) -> JSONOutput {
    [
      "name": .string(command.name),
      "kind": "command",
      "summary": .string(command.summary.string),
      "usages": .array(command.usages.map { .string($0) }),
      "options": .array((command.options + options).map(Self.record)),
    ]
  }

  private static func record(of topic: TopicDefinition) -> JSONOutput {
    [
      "name": .string(topic.name),
      "kind": "topic",
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
