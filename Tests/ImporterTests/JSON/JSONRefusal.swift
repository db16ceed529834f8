import Importer

/// What the reader says to a text it should refuse.
struct JSONRefusal: CustomStringConvertible {
  let error: JSONError?

  init(of bytes: [UInt8], limits: JSONLimits = .standard) {
    do throws(JSONError) {
      _ = try JSONDocument(parsing: bytes, limits: limits)
      error = nil
    } catch {
      self.error = error
    }
  }

  init(of text: String, limits: JSONLimits = .standard) {
    self.init(of: Array(text.utf8), limits: limits)
  }

  /// The error's description, or the word `accepted`.
  var description: String { error?.description ?? "accepted" }
}
