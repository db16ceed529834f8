import Testing

@testable import Exchange

/// The codes; `Tests/Readers/check-qr` has them read by another program.
@Suite struct QRCodeTests {
  @Test("versions hold as many bytes as the standard lists")
  func capacities() {
    let low = [
      17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792,
      858,
      929, 1003, 1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431,
      2563, 2699, 2809, 2953,
    ]
    let medium = [
      14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
      711, 779, 857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911,
      1989,
      2099, 2213, 2331,
    ]
    #expect(QRVersion.all.map { QRVersion(number: $0).capacity(.low) } == low)
    #expect(QRVersion.all.map { QRVersion(number: $0).capacity(.medium) } == medium)
  }

  @Test("alignment patterns are where the standard requires them")
  func alignment() {
    #expect(QRVersion(number: 1).alignment == [])
    #expect(QRVersion(number: 2).alignment == [6, 18])
    #expect(QRVersion(number: 7).alignment == [6, 22, 38])
    #expect(QRVersion(number: 32).alignment == [6, 34, 60, 86, 112, 138])
    #expect(QRVersion(number: 40).alignment == [6, 30, 58, 86, 114, 142, 170])
  }

  @Test("the error correction bytes match the example of the standard")
  func correction() {
    let words: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    #expect(
      ReedSolomon(count: 10).remainder(of: words)
        == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  }

  @Test("a longer text uses the next version, and a text that is too long is refused")
  func versions() throws {
    for (count, number, level) in [
      (0, 1, QRLevel.medium), (14, 1, .medium), (15, 1, .low), (17, 1, .low), (18, 2, .medium),
      (2331, 36, .low), (2953, 40, .low),
    ] {
      let code = try QRCode(String(repeating: "a", count: count))
      #expect(code.version.number == number)
      #expect(code.level == level)
      #expect(code.size == 17 + 4 * number)
    }
    #expect(try QRCode(String(repeating: "a", count: 2331), atLeast: .medium).version.number == 40)
    let error = #expect(throws: ExchangeError.self) {
      try QRCode(String(repeating: "a", count: 2954))
    }
    #expect(error?.description == "found 2954 bytes for a QR code; expected at most 2953")
  }

  @Test("level and mask are encoded as the standard lists them")
  func format() throws {
    // For the level L, masks 0 to 7.
    let listed = [
      "111011111000100", "111001011110011", "111110110101010", "111100010011101", "110011000101111",
      "110001100011000", "110110001000001", "110100101110110",
    ]
    for (mask, bits) in listed.enumerated() {
      let code = try QRCode(String(repeating: "a", count: 17), mask: mask)
      #expect(code.level == .low && code.mask == mask)
      let places =
        [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8)]
        + (0..<6).reversed().map { ($0, 8) }
      let found = places.map { code.isDark($0.0, $0.1) ? "1" : "0" }.joined()
      #expect(found == bits, "mask \(mask)")
    }
  }

  @Test("the chosen mask has the lowest penalty of all")
  func mask() throws {
    for text in ["a", "https://example.org/", String(repeating: "0", count: 300)] {
      let best = try QRCode(text)
      let all = try (0...7).map { try QRCode(text, mask: $0) }
      func penalty(_ code: QRCode) -> Int {
        QRPenalty.of((0..<code.size).map { row in (0..<code.size).map { code.isDark(row, $0) } })
      }
      #expect(penalty(best) == all.map(penalty).min())
      #expect(Set(all.map(\.svg)).count == 8)
    }
  }

  @Test("half-block lines are as wide as the picture, light or dark")
  func halfBlocks() throws {
    let code = try QRCode("https://example.org/")
    for isLight in [true, false] {
      let lines = code.halfBlocks(lightBlocks: isLight)
      #expect(lines.count == (code.width + 1) / 2)
      #expect(lines.allSatisfy { $0.count == code.width })
      #expect(lines[0].allSatisfy { $0 == (isLight ? "█" : " ") })
      #expect(lines[1].allSatisfy { $0 == (isLight ? "█" : " ") })
      #expect(lines[2].dropFirst(4).first == (isLight ? " " : "█"))
    }
    #expect(code.svg.hasPrefix("<svg viewBox=\"0 0 33 33\""))
  }
}
