import TestSupport

extension Repository {
  /// The folders with the sources of konf, from the root of the repository: those of the modules that
  /// know of a command line and of a schedule.
  static var foldersOfKonf: [String] {
    ["Marks", "KonfCLI"].flatMap { module in
      TemporaryFolder.names(in: "\(root)/Sources/\(module)").map { "Sources/\(module)/\($0)" }
    }
  }
}
