package import ECSStore

/// Reading the ratings for an answer.
extension Run {
  /// Puts the ratings on their entities, if the command shows any.
  ///
  /// - Returns: How the run ends if nothing else fails: an answer without the ratings that are in the
  ///   log is no success.
  /// - Throws: `Failure` if the log cannot be read and the command is about ratings alone.
  static func load(
    _ ratings: RatingStore, for invocation: Invocation, _ streams: inout OutputStreams
  ) throws(Failure) -> ExitStatus {
    guard showsRatings(invocation) else { return .success }
    do throws(StoreError) {
      try ratings.load(&streams)
      return .success
    } catch {
      switch invocation.command {
      case "rate":
        throw Failure(ExitStatus(error), "rate: nothing was changed: \(error.description)")
      case "ratings":
        throw Failure(ExitStatus(error), "ratings: \(error.description)")
      default:
        streams.note("ratings are not shown: \(error.description)", .error)
        return ExitStatus(error)
      }
    }
  }

  private static func showsRatings(_ invocation: Invocation) -> Bool {
    switch invocation.command {
    // Ratings of what is in one of two versions only would be lost in between.
    case "diff", "check", "locations": false
    case "ratings": !invocation.has(.merge)
    default: true
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
        .noCounterLeft, .severalNames:
        .inputOutput
      case .cannotCreate: .cannotCreate
      case .busy, .replaced: .busy
      case .permission, .foreignLink: .noPermission
      }
  }
}
