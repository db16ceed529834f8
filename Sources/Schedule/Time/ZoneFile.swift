import SystemBasics

/// Zone files, which are always small.
enum ZoneFile {
  /// What became of a reading.
  enum Outcome {
    case bytes([UInt8])
    /// There is no such file, or it is a folder.
    case absent
    case refused(ZoneError.Damage)
  }

  /// Far above the largest zone file, and small enough to do no harm.
  private static let limit = 1 << 20

  /// Reads a regular file of at most 1 MiB.
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
