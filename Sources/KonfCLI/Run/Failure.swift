/// Why a run ends without its answer.
struct Failure: Error, Equatable {
  /// How the run ends.
  let status: ExitStatus
  /// Where, what was found, and what would have been accepted; a line each.
  let messages: [SafeText]

  init(_ status: ExitStatus, _ messages: SafeText...) {
    self.status = status
    self.messages = messages
  }

  init(_ status: ExitStatus, _ messages: [SafeText]) {
    self.status = status
    self.messages = messages
  }
}
