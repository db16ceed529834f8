package import Basics

extension InputError {
  /// The part of an error message that follows the name of the input.
  package var reason: SafeText {
    switch self {
    case .system(EBADF): "closed"
    case .system(let code): "\(SystemError(code: code).description)"
    case .folder: "a folder; expected a file"
    case .special: "a pipe, a socket or a device; expected a file"
    case .tooLarge(let limit): "too large; expected at most \(limit.bytesInWords)"
    }
  }
}
