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
  /// It is a pipe, a socket or a device.
  case special
  /// It has more bytes than the limit.
  case tooLarge(limit: Int)

  /// What is the matter, behind the name of the input.
  var reason: SafeText {
    switch self {
    case .system(EBADF): "it is closed"
    case .system(let code):
      "\(strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)")"
    case .folder: "it is a folder; expected a file"
    case .special: "it is a pipe, a socket or a device; expected a file"
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
    writeHintAtTerminal()
    return try read(0)
  }

  /// Returns what reads the next bytes of the standard input, as many as there are and a mebibyte at
  /// most.
  ///
  /// - Returns: A function that returns the bytes, none at the end, and throws `InputError` if reading
  ///   fails.
  package static func standardInputPieces() -> () throws(InputError) -> [UInt8] {
    var isFirst = true
    return { () throws(InputError) -> [UInt8] in
      if isFirst { writeHintAtTerminal() }
      isFirst = false
      return try piece(of: 0, upTo: InputPieces.longest)
    }
  }

  /// Says to whoever sits at a terminal that konf waits for them.
  private static func writeHintAtTerminal() {
    guard isatty(0) == 1 else { return }
    let hint = "konf: reading the standard input; Ctrl-D ends it\n"
    // Nothing depends on whether it is read.
    _ = hint.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
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

  /// Reads a file whole that nobody has named, such as one in a folder.
  ///
  /// A pipe would be waited for, and a device may do anything when it is opened.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: All of its bytes.
  /// - Throws: `InputError` if it is no regular file, fails or is too large.
  static func readRegular(_ path: String) throws(InputError) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno) }
    try checkRegular(status)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    // It may be another one by now.
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    try checkRegular(status)
    return try read(descriptor)
  }

  private static func checkRegular(_ status: stat) throws(InputError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .folder
    default: throw .special
    }
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
