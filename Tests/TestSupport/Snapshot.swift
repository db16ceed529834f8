import Basics

/// A reviewed text in a file, which tests compare with the current text.
///
/// `RECORD_SNAPSHOTS=1` overwrites the files that differ. It still reports each difference as a
/// failure, so that recording never passes as a test.
public struct Snapshot {
  /// The path of the file.
  public let path: String

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.txt`.
  ///   - folder: The folder of the file, relative to the package's root.
  public init(_ name: String, in folder: String) {
    path = "\(Repository.root)/\(folder)/\(name).txt"
  }

  /// Compares a text with the file, or records the text.
  ///
  /// - Parameter text: The current text.
  /// - Returns: The problem, or nil if the texts are equal.
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

  /// The maximum number of differing lines in a failure.
  private static let mostLines = 20

  /// Returns the differing lines with their numbers; `-` is expected and `+` was found.
  private static func difference(_ expected: String, _ found: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [(number: Int, sign: String, text: Substring)] = []
    // Strings that compare equal may differ in bytes.
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
