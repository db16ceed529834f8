/// Something the help explains that is not a command.
package struct TopicDefinition: Sendable {
  /// The word that names it.
  package let name: String
  /// What it is about, in one line.
  package let summary: SafeText
  private let makeDiscussion: @Sendable () -> [HelpBlock]

  /// Defines a topic.
  ///
  /// - Parameters:
  ///   - name: The word that names it.
  ///   - summary: What it is about, in one line.
  ///   - discussion: The explanation; made only when the help shows it.
  package init(
    _ name: String, summary: SafeText,
    discussion: @autoclosure @escaping @Sendable () -> [HelpBlock]
  ) {
    self.name = name
    self.summary = summary
    makeDiscussion = discussion
  }

  /// The explanation.
  package var discussion: [HelpBlock] { makeDiscussion() }
}

/// The topics that help and manual refer to by name, where a program has them.
extension TopicDefinition {
  /// The name of the topic of the variables that a program reads.
  package static let environmentName = "environment"
  /// The name of the topic of the files that a program reads and writes.
  package static let dataName = "data"
  /// The name of the topic of the numbers that a program ends with.
  package static let exitCodesName = "exit-codes"
  /// The name of the topic of the options that every command takes.
  package static let optionsName = "options"
  /// The name of the topic of the options that narrow a list.
  package static let filtersName = "filters"
}
