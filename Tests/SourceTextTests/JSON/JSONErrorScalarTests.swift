import SourceText
import Testing

@Suite("JSON errors for invalid words, numbers and strings")
struct JSONErrorScalarTests {
  @Test("accept only true, false and null as words", arguments: Self.words)
  func word(text: String, description: String) {
    #expect(JSONRefusal(of: text).description == description)
  }

  static let words: [(String, String)] = [
    ("True", #"1:1: found "True"; expected a value"#),
    ("TRUE", #"1:1: found "TRUE"; expected a value"#),
    ("tru", #"1:1: found "tru"; expected a value"#),
    ("truth", #"1:1: found "truth"; expected a value"#),
    ("truex", #"1:1: found "truex"; expected a value"#),
    ("[nul]", #"1:2: found "nul"; expected a value or "]""#),
    ("[nulll]", #"1:2: found "nulll"; expected a value"#),
    ("[fals]", #"1:2: found "fals"; expected a value or "]""#),
    ("[true1]", #"1:2: found "true1"; expected a value"#),
    ("[true.]", #"1:2: found "true."; expected a value"#),
    ("undefined", #"1:1: found "undefined"; expected a value"#),
    ("NaN", #"1:1: found "NaN"; expected a value"#),
    ("[NaN]", #"1:2: found "NaN"; expected a value or "]""#),
    ("Infinity", #"1:1: found "Infinity"; expected a value"#),
    ("[-Infinity]", #"1:2: found "-Infinity"; expected a digit after the minus sign"#),
    ("[-NaN]", #"1:2: found "-NaN"; expected a digit after the minus sign"#),
    (
      "[+Infinity]",
      #"1:2: found "+Infinity"; expected a number that begins with a digit or a minus sign"#
    ),
  ]

  @Test("accept numbers only in the form of RFC 8259", arguments: Self.numbers)
  func number(text: String, description: String) {
    #expect(JSONRefusal(of: text).description == description)
  }

  static let numbers: [(String, String)] = [
    ("+1", #"1:1: found "+1"; expected a number that begins with a digit or a minus sign"#),
    ("[+1]", #"1:2: found "+1"; expected a number that begins with a digit or a minus sign"#),
    ("[++1]", #"1:2: found "++1"; expected a number that begins with a digit or a minus sign"#),
    ("[-]", #"1:2: found "-"; expected a digit after the minus sign"#),
    ("[--1]", #"1:2: found "--1"; expected a digit after the minus sign"#),
    ("[- 1]", #"1:2: found "-"; expected a digit after the minus sign"#),
    ("[-x]", #"1:2: found "-x"; expected a digit after the minus sign"#),
    ("[-.5]", #"1:2: found "-.5"; expected a digit after the minus sign"#),
    (".5", #"1:1: found ".5"; expected a number that begins with a digit or a minus sign"#),
    ("[.5]", #"1:2: found ".5"; expected a number that begins with a digit or a minus sign"#),
    ("[.e1]", #"1:2: found ".e1"; expected a number that begins with a digit or a minus sign"#),
    ("[...]", #"1:2: found "..."; expected a number that begins with a digit or a minus sign"#),
    ("1.", #"1:1: found "1."; expected a digit after the point"#),
    ("[1.]", #"1:2: found "1."; expected a digit after the point"#),
    ("[1.,2]", #"1:2: found "1."; expected a digit after the point"#),
    ("[-1.]", #"1:2: found "-1."; expected a digit after the point"#),
    ("[1.e1]", #"1:2: found "1.e1"; expected a digit after the point"#),
    ("[0.e1]", #"1:2: found "0.e1"; expected a digit after the point"#),
    ("[1.-1]", #"1:2: found "1.-1"; expected a digit after the point"#),
    ("[1.5.2]", #"1:2: found "1.5.2"; expected a value"#),
    ("[1e]", #"1:2: found "1e"; expected a digit in the exponent"#),
    ("[1E+]", #"1:2: found "1E+"; expected a digit in the exponent"#),
    ("[1e-]", #"1:2: found "1e-"; expected a digit in the exponent"#),
    ("[1.5e]", #"1:2: found "1.5e"; expected a digit in the exponent"#),
    ("[1ee2]", #"1:2: found "1ee2"; expected a digit in the exponent"#),
    ("[1e2.5]", #"1:2: found "1e2.5"; expected a value"#),
    ("[1e2e3]", #"1:2: found "1e2e3"; expected a value"#),
    ("[1+2]", #"1:2: found "1+2"; expected a value"#),
    ("[1-2]", #"1:2: found "1-2"; expected a value"#),
    ("01", #"1:1: found "01"; expected a number without a leading zero"#),
    ("[00]", #"1:2: found "00"; expected a number without a leading zero"#),
    ("[-01]", #"1:2: found "-01"; expected a number without a leading zero"#),
    ("[-00]", #"1:2: found "-00"; expected a number without a leading zero"#),
    ("[01.5]", #"1:2: found "01.5"; expected a number without a leading zero"#),
    ("[0x1F]", #"1:2: found "0x1F"; expected a value"#),
    ("[1x]", #"1:2: found "1x"; expected a value"#),
    ("[1_000]", #"1:2: found "1_000"; expected a value"#),
    ("[1 000]", #"1:4: found "000"; expected "," or "]""#),
    ("[1f]", #"1:2: found "1f"; expected a value"#),
    ("[\u{FF11}]", #"1:2: found "１"; expected a value or "]""#),
    (
      "[12345678901234567890123456789012345678901234567890123456x]",
      #"1:2: found "1234567890123456789012345678901234567890…"; expected a value"#
    ),
  ]

  @Test(
    "refuse strings with control characters, wrong escapes or half surrogate pairs",
    arguments: Self.texts)
  func text(text: String, description: String) {
    #expect(JSONRefusal(of: text).description == description)
  }

  static let texts: [(String, String)] = [
    ("\"\u{9}\"", #"1:2: found "\u{9}"; expected a closing double quote or the escape \t"#),
    ("\"a\nb\"", #"1:3: found "\u{a}"; expected a closing double quote or the escape \n"#),
    ("\"a\r\nb\"", #"1:3: found "\u{d}"; expected a closing double quote or the escape \r"#),
    ("\"\u{0}\"", #"1:2: found "\u{0}"; expected a closing double quote or the escape \u0000"#),
    ("\"\u{1F}\"", #"1:2: found "\u{1f}"; expected a closing double quote or the escape \u001f"#),
    ("\"\u{8}\u{C}\"", #"1:2: found "\u{8}"; expected a closing double quote or the escape \b"#),
    (
      "\"abc\u{1B}[31m\"",
      #"1:5: found "\u{1b}"; expected a closing double quote or the escape \u001b"#
    ),
    ("\"\\x\"", #"1:2: found "\x"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\a\"", #"1:2: found "\a"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\'\"", #"1:2: found "\'"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\0\"", #"1:2: found "\0"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\U0041\"", #"1:2: found "\U"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\é\"", #"1:2: found "\é"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\😀\"", #"1:2: found "\😀"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\\u{9}\"", #"1:2: found "\\u{9}"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("\"\\", "1:3: found the end of the text; expected a closing double quote"),
    ("\"\\\"", "1:4: found the end of the text; expected a closing double quote"),
    ("[\"\\\"]", "1:6: found the end of the text; expected a closing double quote"),
    ("\"\\u", #"1:2: found "\u"; expected four hexadecimal digits after \u"#),
    ("\"\\u\"", #"1:2: found "\u"; expected four hexadecimal digits after \u"#),
    ("\"\\u1", #"1:2: found "\u1"; expected four hexadecimal digits after \u"#),
    ("\"\\u12\"", #"1:2: found "\u12"; expected four hexadecimal digits after \u"#),
    ("\"\\u123\"", #"1:2: found "\u123"; expected four hexadecimal digits after \u"#),
    ("\"\\u123g\"", #"1:2: found "\u123g"; expected four hexadecimal digits after \u"#),
    ("\"\\u+123\"", #"1:2: found "\u+123"; expected four hexadecimal digits after \u"#),
    ("\"\\u 123\"", #"1:2: found "\u"; expected four hexadecimal digits after \u"#),
    ("\"\\u00é9\"", #"1:2: found "\u00"; expected four hexadecimal digits after \u"#),
    ("\"\\ud800\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\uD800a\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\ud800\\n\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\ud800\\u\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\ud800\\u1\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\ud800\\u0041\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\ud800\\ud800\"", #"1:2: found the escape \ud800 alone; expected a surrogate pair"#),
    ("\"\\udc00\"", #"1:2: found the escape \udc00 alone; expected a surrogate pair"#),
    ("\"\\udc00\\ud800\"", #"1:2: found the escape \udc00 alone; expected a surrogate pair"#),
    ("\"abc\\udfff\"", #"1:5: found the escape \udfff alone; expected a surrogate pair"#),
    ("{\"\\ud800\":1}", #"1:3: found the escape \ud800 alone; expected a surrogate pair"#),
    ("{\"\\x\":1}", #"1:3: found "\x"; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
    ("{\"a\n\":1}", #"1:4: found "\u{a}"; expected a closing double quote or the escape \n"#),
  ]
}
