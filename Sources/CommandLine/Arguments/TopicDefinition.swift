/// A help topic that is not a command.
package struct TopicDefinition: Sendable {
  package let name: String
  /// The summary, on one line.
  package let summary: SafeText
  private let makeDiscussion: @Sendable () -> [HelpBlock]

  package init(
    _ name: String, summary: SafeText,
    discussion: @autoclosure @escaping @Sendable () -> [HelpBlock]
  ) {
    self.name = name
    self.summary = summary
    makeDiscussion = discussion
  }

  package var discussion: [HelpBlock] { makeDiscussion() }
}

/// Names of topics that the help and the manual refer to.
extension TopicDefinition {
  package static let environmentName = "environment"
  /// The name of the topic about the files that the program reads and writes.
  package static let dataName = "data"
  package static let exitCodesName = "exit-codes"
  package static let optionsName = "options"
  /// The name of the topic about the options that narrow a list.
  package static let filtersName = "filters"
}
