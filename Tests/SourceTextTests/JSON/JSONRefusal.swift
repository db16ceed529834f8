import SourceText

/// What the reader says to a text it should refuse.
struct JSONRefusal: CustomStringConvertible {
  let error: SourceError?

  init(of bytes: [UInt8], limits: SourceLimits = .standard) {
    do throws(SourceError) {
      _ = try SourceDocument(json: bytes, limits: limits)
      error = nil
    } catch {
      self.error = error
    }
  }

  init(of text: String, limits: SourceLimits = .standard) {
    self.init(of: Array(text.utf8), limits: limits)
  }

  /// The error's description, or the word `accepted`.
  var description: String { error?.description ?? "accepted" }
}
