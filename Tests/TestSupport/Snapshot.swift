import SystemBasics

/// A text that was looked at once and is to stay as it is.
///
/// The texts lie in files. They are written anew only where `RECORD_SNAPSHOTS` is 1, which counts
/// as a failure too, so that no recording passes for a test.
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
    if getenv("RECORD_SNAPSHOTS").map({ String(cString: $0) }) == "1" { return recorded(text) }
    guard let bytes = Repository.bytes(of: path) else {
      return "no snapshot \(path); RECORD_SNAPSHOTS=1 writes it"
    }
    let expected = String(decoding: bytes, as: UTF8.self)
    return expected.utf8.elementsEqual(text.utf8) ? nil : Self.difference(expected, text, path)
  }

  private func recorded(_ text: String) -> String {
    if let bytes = Repository.bytes(of: path), bytes.elementsEqual(text.utf8) {
      return "RECORD_SNAPSHOTS is set; \(path) is as it was"
    }
    guard let file = fopen(path, "wb") else { return "\(path) can not be written" }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    return count == bytes.count ? "recorded \(path)" : "\(path) was not written whole"
  }

  /// Shows where two texts part, with both whole lines.
  private static func difference(_ expected: String, _ found: String, _ path: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    func line(_ lines: [Substring]) -> String {
      same < lines.count ? lines[same].debugDescription : "nothing"
    }
    return """
      \(path), line \(same + 1):
        expected \(line(old))
        found    \(line(new))
      """
  }
}
