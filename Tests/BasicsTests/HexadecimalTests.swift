import Basics
import TestSupport
import Testing

@Suite struct HexadecimalTests {
  @Test("digits are in lower case and padded with zeros")
  func digits() {
    #expect(Hexadecimal.digits(of: 0) == "0")
    #expect(Hexadecimal.digits(of: 0xE9 as UInt8, count: 4) == "00e9")
    #expect(Hexadecimal.digits(of: 0x10FFFF as UInt32, count: 4) == "10ffff")
    #expect(Hexadecimal.digits(of: 0xAD as UInt32, count: 4, uppercase: true) == "00AD")
    #expect(Hexadecimal.digits(of: UInt128.max, count: 32) == String(repeating: "f", count: 32))
  }

  @Test("each digit has its value, and no other byte has one")
  func values() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let value = byte < 0x80 ? character.hexDigitValue.map { UInt8($0) } : nil
      #expect(Hexadecimal.value(of: byte) == value)
      #expect(Hexadecimal.lowercaseValue(of: byte) == (character.isUppercase ? nil : value))
    }
  }

  @Test("a word has the digits of a number, lowest first", arguments: UInt64(1)...20)
  func words(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let number = UInt32.random(in: 0...UInt32.max, using: &random)
    let word = Hexadecimal.word(of: number)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    #expect(String(decoding: bytes, as: UTF8.self) == Hexadecimal.digits(of: number, count: 8))
  }
}
