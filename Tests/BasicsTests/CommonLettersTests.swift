import Basics
import Testing

/// Tests the properties of common letters that the code knows without the Unicode tables.
@Suite("Common letters")
struct CommonLettersTests {
  private static let scalars = (UInt32(0)...0x3_0000).compactMap(Unicode.Scalar.init)

  @Test("a common letter is a letter, not a space, a mark or an ignorable scalar")
  func letters() {
    let common = Self.scalars.filter(\.isCommonLetter)
    #expect(common.count > 27_000)
    let wrong = common.filter { scalar in
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .unassigned:
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
          || properties.canonicalCombiningClass != .notReordered
      default: return true
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("only white space is a blank in a label")
  func blanks() {
    let wrong = Self.scalars.filter { scalar in
      let isBlank = Array("a\(scalar)b".onOneLine.unicodeScalars) == Array("a b".unicodeScalars)
      return isBlank != scalar.properties.isWhitespace
    }
    #expect(wrong.isEmpty)
  }

  @Test("a letter folds like its lower case")
  func lowerCase() {
    let wrong = Self.scalars.filter { scalar in
      "\(scalar)".folded != scalar.properties.lowercaseMapping.folded
    }
    #expect(wrong.isEmpty)
  }
}
