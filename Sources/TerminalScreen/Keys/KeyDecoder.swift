import Basics

/// A decoder that converts terminal input to keys.
///
/// The decoder is a state machine, so bytes may arrive in pieces of any size. It understands UTF-8,
/// bracketed paste, and the key sequences of xterm, rxvt, the Linux console and the first flag of
/// the Kitty keyboard protocol. It ignores invalid UTF-8, unknown sequences and unexpected replies.
///
/// An escape byte is the Escape key if nothing follows within the delay. After a pause in a control
/// string, the next bytes are keys again. In all other cases, time has no effect. Call
/// ``expire(at:)`` at each ``deadline``.
///
///     var decoder = KeyDecoder(escapeDelay: .milliseconds(25))
///     decoder.feed([0x1B, 0x5B, 0x41], at: .zero)  // [.up]
package struct KeyDecoder: Sendable {
  /// The maximum number of bytes in a paste; further bytes are ignored.
  package static let pasteLimit = 65_536
  /// The number of parameter bytes at which a control sequence is too long and is ignored.
  private static let sequenceLimit = 64
  /// The time to wait for the next bytes of a control string.
  private static let stringDelay: Duration = .milliseconds(250)

  private enum State: Equatable {
    case ground
    /// A multibyte character. A value below `least` is a control character or an overlong encoding.
    case character(value: UInt32, missing: Int, least: UInt32)
    case escape
    /// An escape byte and a character that starts a sequence only if more bytes follow immediately.
    case opening(Character)
    case sequence
    /// The second bracket in the sequence of a function key on the Linux console.
    case consoleKey
    /// A control string, such as an OSC or DCS sequence.
    case string
    /// An escape byte in a control string.
    case stringEscape
    /// Pasted text, and the number of matched bytes of the sequence that ends the paste.
    case paste(matched: Int)
  }

  private let escapeDelay: Duration
  private var state = State.ground
  private var parameters: [UInt8] = []
  private var pasted: [UInt8] = []
  private var keys: [Key] = []

  /// The time to call ``expire(at:)`` if no bytes arrive first, or nil if no call is needed.
  package private(set) var deadline: Duration?

  /// Creates a decoder that waits for the given time after an escape byte.
  ///
  /// Use a longer time on slow connections.
  package init(escapeDelay: Duration) {
    self.escapeDelay = escapeDelay
  }

  /// Decodes bytes, and returns the keys that are now complete.
  ///
  /// `now` is the time of their arrival, relative to any fixed moment.
  package mutating func feed(_ bytes: some Sequence<UInt8>, at now: Duration) -> [Key] {
    var keys = expire(at: now)
    for byte in bytes { decode(byte) }
    deadline = patience.map { now + $0 }
    keys += self.keys
    self.keys = []
    return keys
  }

  /// Returns the key that is complete because no bytes followed before the deadline, if any.
  ///
  /// `now` is relative to the same moment as in ``feed(_:at:)``.
  package mutating func expire(at now: Duration) -> [Key] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    defer { state = .ground }
    return switch state {
    case .escape: [.escape]
    case .opening(let character): [.alternate(character)]
    default: []
    }
  }

  /// The time to wait in the current state, or nil for no limit.
  private var patience: Duration? {
    switch state {
    case .escape, .opening: escapeDelay
    case .string, .stringEscape: Self.stringDelay
    default: nil
    }
  }

  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte)
    case .character(let value, let missing, let least): extend(value, missing, least, byte)
    case .escape: decodeAfterEscape(byte)
    case .opening(let character): decodeAfterOpening(character, byte)
    case .sequence: decodeInSequence(byte)
    case .consoleKey: state = .ground
    case .string: decodeInString(byte)
    case .stringEscape:
      state = .ground
      if byte != UInt8(ascii: "\\") { decodeAfterEscape(byte) }
    case .paste(let matched): decodeInPaste(byte, matched)
    }
  }

  // MARK: Characters

  private mutating func begin(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .character(value: UInt32(byte & 0x1F), missing: 1, least: 0xA0)
    case 0xE0...0xEF: state = .character(value: UInt32(byte & 0x0F), missing: 2, least: 0x800)
    case 0xF0...0xF4: state = .character(value: UInt32(byte & 0x07), missing: 3, least: 0x10000)
    default: if let key = Self.controlKey(byte) { keys.append(key) }
    }
  }

  private mutating func extend(
    _ value: UInt32, _ missing: Int, _ least: UInt32, _ byte: UInt8
  ) {
    guard 0x80..<0xC0 ~= byte else {
      begin(byte)
      return
    }
    let value = value << 6 | UInt32(byte & 0x3F)
    if missing > 1 {
      state = .character(value: value, missing: missing - 1, least: least)
      return
    }
    state = .ground
    if value >= least, let scalar = Unicode.Scalar(value) {
      keys.append(.character(Character(scalar)))
    }
  }

  private static func controlKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte | 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte | 0x40)))
    default: nil
    }
  }

  // MARK: Sequences

  private mutating func decodeAfterEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["):
      state = .sequence
      parameters = []
    case UInt8(ascii: "O"), UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"),
      UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .opening(Character(Unicode.Scalar(byte)))
    case 0x1B:
      keys.append(.escape)
      state = .escape
    // Alt-Backspace deletes a word in shells.
    case 0x7F: keys.append(.control("w"))
    case 0x20..<0x7F: keys.append(.alternate(Character(Unicode.Scalar(byte))))
    default: begin(byte)
    }
  }

  private mutating func decodeAfterOpening(_ character: Character, _ byte: UInt8) {
    if character == "O" {
      state = .ground
      finishSequence([], byte)
    } else {
      state = .string
      decodeInString(byte)
    }
  }

  private mutating func decodeInSequence(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleKey
    case 0x20..<0x40:
      if parameters.count < Self.sequenceLimit { parameters.append(byte) }
    case 0x40..<0x7F:
      state = .ground
      if parameters.count < Self.sequenceLimit { finishSequence(parameters, byte) }
    default: begin(byte)
    }
  }

  private mutating func decodeInString(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x07, 0x18, 0x1A: state = .ground
    default: break
    }
  }

  private mutating func finishSequence(_ parameters: [UInt8], _ final: UInt8) {
    let sequence = KeySequence(parameters: parameters, final: final)
    if sequence.beginsPaste {
      pasted = []
      state = .paste(matched: 0)
    } else if let key = sequence.key {
      keys.append(key)
    }
  }

  // MARK: Pasted text

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private mutating func decodeInPaste(_ byte: UInt8, _ matched: Int) {
    if byte == Self.pasteEnd[matched] {
      state = .paste(matched: matched + 1)
      if matched + 1 == Self.pasteEnd.count { finishPaste() }
      return
    }
    for kept in Self.pasteEnd[..<matched] { keep(kept) }
    let isStart = byte == Self.pasteEnd[0]
    if !isStart { keep(byte) }
    state = .paste(matched: isStart ? 1 : 0)
  }

  private mutating func keep(_ byte: UInt8) {
    if pasted.count < Self.pasteLimit { pasted.append(byte) }
  }

  private mutating func finishPaste() {
    state = .ground
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: pasted, as: UTF8.self).unicodeScalars {
      defer { previous = scalar }
      switch scalar.value {
      case 0x09: text.append(scalar)
      case 0x0D: text.append("\n")
      case 0x0A: if previous != "\r" { text.append("\n") }
      // U+FFFD is ignored. It replaces one invalid byte with three bytes, so the text could exceed
      // `pasteLimit`.
      case ..<0x20, 0x7F..<0xA0, 0xFFFD: break
      default: text.append(scalar)
      }
    }
    pasted = []
    keys.append(.paste(String(text)))
  }
}
