import CommandLine
package import ECSStore

/// Reading the ratings for an answer.
extension Run {
  /// Puts the ratings on their entities, if the command reads any.
  ///
  /// - Returns: How the run ends if nothing else fails: an answer without the ratings that are in the
  ///   log is no success.
  /// - Throws: `Failure` if the log cannot be read and the command needs it.
  static func load(
    _ kept: KeptStore, _ use: RunInputs.Ratings, _ streams: inout OutputStreams
  ) throws(Failure) -> ExitStatus {
    if case .unread = use { return .success }
    do throws(StoreError) {
      try kept.load(&streams)
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

extension ExitStatus {
  /// Returns the status of a run that could not use its log.
  ///
  /// - Parameter error: Why the log could not be read or changed.
  package init(_ error: StoreError) {
    self =
      switch error.reason {
      // The log is not the input that the user named, so an unreadable one is not `noInput`.
      case .unreadable, .notAFile, .cannotWrite, .fileTooLarge, .lineTooLong, .newerFormat,
        .newerKind, .noCounterLeft, .severalNames, .notStorable, .followed, .endless, .damaged:
        .inputOutput
      case .cannotCreate: .cannotCreate
      case .busy, .replaced: .busy
      case .permission, .foreignLink: .noPermission
      }
  }
}
