/// What a piece of text means to the reader; on a terminal with colour it looks so.
///
/// No style is the only sign of anything: without colour the text says the same.
package enum Style: Equatable, Sendable, CaseIterable {
  /// Ordinary text.
  case plain
  /// What the eye should find first, such as a title.
  case strong
  /// What may be skipped, such as an id.
  case dim
  /// The name of a part, such as a day.
  case heading
  /// A time or a length of time.
  case time
  /// Stars.
  case rating
  /// A remark about the answer.
  case note
  /// What was looked for, where it was found.
  case match
  /// Dark on light, whatever the terminal is, for pictures that a camera reads.
  case picture
  /// A failure.
  case error

  /// The parameters of the control sequence that selects the style, or nil for ordinary text.
  var selection: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .dim: "2"
    case .heading: "1;4"
    case .time: "36"
    case .rating: "33"
    case .note: "35"
    case .match: "1;33"
    case .picture: "30;107"
    case .error: "1;31"
    }
  }
}
