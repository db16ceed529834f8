import Basics

enum ZoneFile {
  enum Outcome {
    case bytes([UInt8])
    /// The path is a folder, or does not exist.
    case absent
    case refused(ZoneError.Damage)
  }

  // Zone files are a few KiB in size. The limit only protects against arbitrary files.
  private static let limit = 1 << 20

  /// Returns the contents of a regular file of at most 1 MiB, or the reason for its refusal.
  static func contents(of path: String) -> Outcome {
    do throws(InputError) {
      return .bytes(try FileReader(path, accepting: .regularFiles).readAll(limit: limit))
    } catch {
      return switch error {
      case .system(EACCES), .system(EIO): .refused(.unreadable)
      case .system, .folder: .absent
      case .special: .refused(.notRegular)
      case .tooLarge: .refused(.tooLarge)
      }
    }
  }
}
