#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why an input could not be read.
package enum InputError: Error, Equatable {
  /// The system's error number.
  case system(Int32)
  /// It is a folder.
  case folder
  /// It has more bytes than the limit.
  case tooLarge(limit: Int)

  /// What is the matter, behind the name of the input.
  var reason: SafeText {
    switch self {
    case .system(EBADF): "it is closed"
    case .system(let code):
      "\(strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)")"
    case .folder: "it is a folder; expected a file"
    case .tooLarge(let limit): "it is too large; expected at most \(limit >> 20) MiB"
    }
  }
}

/// Reads files whole, up to a limit.
package enum InputFile {
  /// The most bytes that an input may have.
  static let limit = 128 << 20

  /// Reads the standard input to its end.
  ///
  /// - Returns: All of its bytes.
  /// - Throws: `InputError` if it fails or is too large.
  package static func standardInput() throws(InputError) -> [UInt8] {
    try read(0)
  }

  /// Reads the next bytes of the standard input, as many as there are and a mebibyte at most.
  ///
  /// - Returns: The bytes; none at its end.
  /// - Throws: `InputError` if it fails.
  package static func standardInputPiece() throws(InputError) -> [UInt8] {
    try piece(of: 0, upTo: InputPieces.longest)
  }

  /// Reads a file whole.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: All of its bytes.
  /// - Throws: `InputError` if it is not there, fails or is too large.
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  private static func read(_ descriptor: Int32) throws(InputError) -> [UInt8] {
    let expected = try size(of: descriptor)
    if expected > limit { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    var size = max(expected + 1, 65_536)
    while true {
      let piece = try piece(of: descriptor, upTo: size)
      if piece.isEmpty { return bytes }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw .tooLarge(limit: limit) }
      size = 65_536
    }
  }

  /// Returns the number of bytes that a file says it has.
  fileprivate static func size(of descriptor: Int32) throws(InputError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return 0 }
    if status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    return Int(status.st_size)
  }

  /// Returns the next bytes of a file, none at its end.
  fileprivate static func piece(
    of descriptor: Int32, upTo size: Int
  ) throws(InputError) -> [UInt8] {
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result = -1
      repeat { result = Self.read(descriptor, into: buffer) } while result < 0 && errno == EINTR
      code = result < 0 ? errno : 0
      count = max(result, 0)
    }
    if code != 0 { throw .system(code) }
    return piece
  }

  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

/// A file of any size, read piece by piece.
struct InputPieces: ~Copyable {
  /// The most bytes of a piece.
  static let longest = 1 << 20

  private let descriptor: Int32
  private let size: Int

  /// Opens a file.
  init(_ path: String) throws(InputError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    do throws(InputError) {
      let expected = try InputFile.size(of: descriptor)
      // A piece of a small file has room for all of it, and for one byte more to see its end.
      size = expected > 0 ? min(expected + 1, Self.longest) : Self.longest
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Returns the next bytes, none at the end.
  func next() throws(InputError) -> [UInt8] {
    try InputFile.piece(of: descriptor, upTo: size)
  }
}
