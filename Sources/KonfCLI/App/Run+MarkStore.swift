import CommandLine
import ECSStore
import Marks

extension Run {
  /// Reads the marks from the log and sets them on their entities, if the command uses marks.
  ///
  /// - Returns: The status of the run if nothing else fails. It is a failure if the marks cannot be
  ///   read and the output lacks them.
  /// - Throws: `Failure` if the log cannot be read and the command needs it.
  static func load(
    _ store: MarkStore, _ use: RunInputs.Ratings, _ streams: inout OutputStreams
  ) throws(Failure) -> ExitStatus {
    if case .unread = use { return .success }
    do throws(StoreError) {
      try store.load(&streams)
      return .success
    } catch {
      if case .needed(let consequence) = use {
        throw Failure(ExitStatus(error), "\(consequence): \(error.description)")
      }
      streams.note("ratings are not shown: \(error.description)", .error)
      return ExitStatus(error)
    }
  }
}
