package import CommandLine
package import SystemBasics

/// Reads inputs whole, up to a limit, or piece by piece.
package enum InputFile {
  /// The most bytes that an input may have.
  package static let limit = 128 << 20

  /// The most bytes of a piece.
  static let longestPiece = 1 << 20

  /// Reads the standard input to its end.
  ///
  /// - Returns: All of its bytes.
  /// - Throws: `InputError` if it fails or is too large.
  package static func standardInput() throws(InputError) -> [UInt8] {
    writeHintAtTerminal()
    return try FileReader.standardInput().readAll(limit: limit)
  }

  /// Returns a function that reads the next bytes of the standard input, as many as there are and a
  /// mebibyte at most.
  ///
  /// - Returns: A function that returns the bytes, none at the end, and throws `InputError` if reading
  ///   fails.
  package static func standardInputPieces() -> () throws(InputError) -> [UInt8] {
    var isFirst = true
    return { () throws(InputError) -> [UInt8] in
      if isFirst { writeHintAtTerminal() }
      isFirst = false
      return try FileReader.standardInput().readNext(upTo: longestPiece)
    }
  }

  /// Says at a terminal that konf waits for input.
  private static func writeHintAtTerminal() {
    guard isatty(0) == 1 else { return }
    let hint = "konf: reading standard input; press Ctrl-D to end it\n"
    // It does not matter whether it is read.
    _ = hint.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
  }

  /// Reads a file whole.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - kinds: What kinds of file may be read.
  /// - Returns: All of its bytes.
  /// - Throws: `InputError` if it is not there, of another kind or too large, or reading fails.
  package static func read(
    _ path: String, accepting kinds: FileReader.Kinds = .all
  ) throws(InputError) -> [UInt8] {
    try FileReader(path, accepting: kinds).readAll(limit: limit)
  }
}
