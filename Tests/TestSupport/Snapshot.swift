import SystemBasics

/// A text that was reviewed once and must not change.
///
/// The texts are files. `RECORD_SNAPSHOTS=1` writes those that differ, and reports each of them as a
/// failure with its differing lines, so that no recording passes for a test.
public struct Snapshot {
  /// The file of the text.
  public let path: String

  /// Names a snapshot.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.txt`.
  ///   - folder: The folder of the files, below the package's root.
  public init(_ name: String, in folder: String) {
    path = "\(Repository.root)/\(folder)/\(name).txt"
  }

  /// Compares a text with the one in the file, or writes it there.
  ///
  /// - Parameter text: The text as it is now.
  /// - Returns: What is wrong, or nil if the texts are equal.
  public func problem(with text: String) -> String? {
    let records = getenv("RECORD_SNAPSHOTS").map { String(cString: $0) } == "1"
    guard let bytes = Repository.bytes(of: path) else {
      return records ? recorded(text) : "no snapshot \(path); RECORD_SNAPSHOTS=1 writes it"
    }
    let expected = String(decoding: bytes, as: UTF8.self)
    if expected.utf8.elementsEqual(text.utf8) { return nil }
    let difference = Self.difference(expected, text)
    return "\(records ? recorded(text) : path):\n\(difference)"
  }

  private func recorded(_ text: String) -> String {
    guard let file = fopen(path, "wb") else { return "\(path) cannot be written" }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    return count == bytes.count ? "recorded \(path)" : "\(path) was not written completely"
  }

  /// How many differing lines a failure shows.
  private static let mostLines = 20

  /// Returns the lines that differ, with their numbers: `-` is expected, `+` was found.
  private static func difference(_ expected: String, _ found: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [(number: Int, sign: String, text: Substring)] = []
    // Texts that are equal as strings can still have different bytes.
    for change in new.difference(from: old, by: { $0.utf8.elementsEqual($1.utf8) }) {
      switch change {
      case .remove(let offset, let line, _): lines.append((offset + 1, "-", line))
      case .insert(let offset, let line, _): lines.append((offset + 1, "+", line))
      }
    }
    lines.sort { ($0.number, $0.sign == "-" ? 0 : 1) < ($1.number, $1.sign == "-" ? 0 : 1) }
    let shown = lines.prefix(mostLines).map {
      "  line \($0.number) \($0.sign) \($0.text.debugDescription)"
    }
    let rest = lines.count - shown.count
    return (shown + (rest > 0 ? ["  and \(rest) more lines"] : [])).joined(separator: "\n")
  }
}
