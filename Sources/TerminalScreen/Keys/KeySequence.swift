/// The control sequence of a key: its parameters and final byte.
struct KeySequence {
  private let values: [Int]
  /// The event type of the Kitty keyboard protocol: 1 is press, 2 is repeat, 3 is release.
  private let event: Int
  private let final: UInt8
  /// True if the parameters have a private prefix.
  ///
  /// No key has such a prefix.
  private let isPrivate: Bool

  private let isMouse: Bool

  init(parameters: [UInt8], final: UInt8) {
    self.final = final
    isMouse = parameters.first == UInt8(ascii: "<")
    isPrivate = parameters.first.map { 0x3C..<0x40 ~= $0 } ?? false
    let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { field in
        field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map(Self.number)
      }
    values = fields.map { $0.first ?? 0 }
    event = fields.count > 1 && fields[1].count > 1 ? fields[1][1] : 1
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { number, byte in
      0x30..<0x3A ~= byte ? min(number * 10 + Int(byte - 0x30), 0x11_0000) : number
    }
  }

  private func value(_ place: Int) -> Int { place < values.count ? values[place] : 0 }

  var beginsPaste: Bool { !isPrivate && final == UInt8(ascii: "~") && value(0) == 200 }

  /// The key, or nil if the sequence is not supported.
  var key: Key? {
    if isMouse { return final == UInt8(ascii: "M") ? mouseKey : nil }
    if isPrivate || event == 3 { return nil }
    switch final {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): return .up
    case UInt8(ascii: "B"), UInt8(ascii: "b"): return .down
    case UInt8(ascii: "C"), UInt8(ascii: "c"): return .right
    case UInt8(ascii: "D"), UInt8(ascii: "d"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "M"): return .enter
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"): return numberedKey
    case UInt8(ascii: "u"): return coded(value(0), modifiers: value(1))
    default: return nil
    }
  }

  private var mouseKey: Key? {
    switch value(0) {
    case 0: .click(ScreenPosition(row: max(0, value(2) - 1), column: max(0, value(1) - 1)))
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }

  private var numberedKey: Key? {
    switch value(0) {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 27: coded(value(2), modifiers: value(1))
    default: nil
    }
  }

  /// Returns the key for a code point with modifiers, as sent by Kitty and xterm.
  private func coded(_ code: Int, modifiers: Int) -> Key? {
    let modifiers = max(modifiers, 1) - 1
    let isShifted = modifiers & 1 != 0
    let isAlternate = modifiers & 2 != 0
    let isControl = modifiers & 4 != 0
    // Keys with Super, Hyper or Meta belong to the desktop.
    if modifiers & 0b11_1000 != 0 { return nil }
    switch code {
    case 9: return isShifted ? .backTab : .tab
    case 13: return .enter
    case 27: return .escape
    case 127: return isAlternate || isControl ? .control("w") : .backspace
    case 57344...63743: return Self.padKey(code)
    default: break
    }
    guard code > 0x20, !(0x7F..<0xA0 ~= code), let scalar = Unicode.Scalar(UInt32(code)) else {
      return code == 0x20 && !isControl ? .character(" ") : nil
    }
    let character = Character(scalar)
    if isControl {
      if character == "[" { return .escape }
      return isShifted || isAlternate ? nil : .control(Self.lowercase(scalar))
    }
    if isAlternate { return .alternate(character) }
    return .character(isShifted ? Self.uppercase(scalar) : character)
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Character {
    Character("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar)
  }

  private static func uppercase(_ scalar: Unicode.Scalar) -> Character {
    Character("a"..."z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value & 0xDF)) : scalar)
  }

  /// Returns the key for a number pad code of the Kitty keyboard protocol.
  private static func padKey(_ code: Int) -> Key? {
    switch code {
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(0x30 + code - 57399))))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57414: .enter
    case 57415: .character("=")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57426: .delete
    default: nil
    }
  }
}
