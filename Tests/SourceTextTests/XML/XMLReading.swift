import SourceText
import XMLAndICalendar

/// What the reader makes of a text: the tree as JSON, or why it was refused.
struct XMLReading: CustomStringConvertible {
  let description: String

  init(of bytes: [UInt8], limits: SourceLimits = .standard) {
    do throws(SourceError) {
      description = try SourceDocument(xml: bytes, limits: limits).root.json
    } catch {
      description = error.description
    }
  }

  init(of text: String, limits: SourceLimits = .standard) {
    self.init(of: Array(text.utf8), limits: limits)
  }
}
