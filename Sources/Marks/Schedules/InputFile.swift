package import Basics
import CommandLine

/// Functions that read whole inputs, or pieces of the standard input.
package enum InputFile {
  /// The maximum size of an input, in bytes.
  package static let limit = 128 << 20

  /// The maximum size of a piece, in bytes.
  static let longestPiece = 1 << 20

  /// Reads the standard input to its end, and returns the bytes.
  ///
  /// - Throws: `InputError` if reading fails or the input is too large.
  package static func standardInput() throws(InputError) -> [UInt8] {
    writeHintAtTerminal()
    return try FileReader.standardInput().readAll(limit: limit)
  }

  /// Returns a function that reads the available bytes of the standard input, in pieces.
  ///
  /// The function returns at most 1 MiB per call, and an empty array at the end.
  package static func standardInputPieces() -> () throws(InputError) -> [UInt8] {
    var isFirst = true
    return { () throws(InputError) -> [UInt8] in
      if isFirst { writeHintAtTerminal() }
      isFirst = false
      return try FileReader.standardInput().readNext(upTo: longestPiece)
    }
  }

  private static func writeHintAtTerminal() {
    guard isatty(0) == 1 else { return }
    let hint = "konf: reading standard input; press Ctrl-D to end it\n"
    // Printing the hint is optional, so errors are ignored.
    _ = hint.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
  }

  /// Reads a whole file, and returns its bytes.
  ///
  /// - Throws: `InputError` if the file does not exist, is of another kind, or is too large, or if
  ///   reading fails.
  package static func read(
    _ path: String, accepting kinds: FileReader.Kinds = .all
  ) throws(InputError) -> [UInt8] {
    try FileReader(path, accepting: kinds).readAll(limit: limit)
  }
}
