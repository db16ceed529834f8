/// The meaning of a piece of text.
///
/// A terminal shows the meaning as bold, dim or underlined text. No information depends on the
/// style alone.
package enum Style: Equatable, Sendable, CaseIterable {
  case plain
  /// Text that readers should notice first, such as a title.
  case strong
  /// Text that readers can skip, such as an identifier.
  case dim
  /// The heading of a part, such as a day.
  case heading
  /// A time or a duration.
  case time
  case rating
  /// A remark about the output.
  case note
  case match
  /// An image for a camera, such as a QR code, dark on light on every terminal.
  case picture
  case error

  /// The parameters of the SGR control sequence, or nil for plain text.
  ///
  /// Text has no color, because no color is readable on both black and white.
  var selection: String? {
    switch self {
    case .plain, .time, .note: nil
    case .strong, .rating, .error: "1"
    case .dim: "2"
    case .heading, .match: "1;4"
    case .picture: "30;107"
    }
  }
}
