import Basics
import Synchronization

/// The immutable contents of a document, shared by the document and its values.
@usableFromInline package final class SourceTape: Sendable {
  @usableFromInline let text: UnfoldedText
  @usableFromInline package let syntax: SourceSyntax
  private let rules: any SyntaxRules.Type
  @usableFromInline package let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  let hasRepeatedKeys: Bool
  /// The line index, created when a position is first requested.
  private let lines = AtomicLazyReference<LineIndex>()

  init(text: UnfoldedText, rules: any SyntaxRules.Type, source: ParsedSource) {
    self.text = text
    syntax = rules.syntax
    self.rules = rules
    tokens = source.tokens
    keyTable = source.keyTable
    hasRepeatedKeys = source.hasRepeatedKeys
  }

  /// The text to which the offsets of tokens refer.
  @inlinable var bytes: [UInt8] { text.bytes }

  func position(of offset: UInt32) -> SourcePosition {
    let lines = lines.load() ?? lines.storeIfNil(LineIndex(of: text.file))
    return lines.position(of: text.fileOffset(of: Int(offset)), in: text.file)
  }

  func key(_ id: Int) -> String {
    let entry = keyTable.entries[id]
    let bytes = bytes
    guard entry.isEscaped else { return text(in: entry.range, isEscaped: false) }
    return String(decoding: rules.decodedKey(bytes.span, in: entry.range), as: UTF8.self)
  }

  func text(in range: Range<Int>, isEscaped: Bool) -> String {
    let bytes = bytes
    return isEscaped
      ? String(repairingUTF8: rules.decoded(bytes, in: range))
      : String(repairingUTF8: bytes, in: range)
  }

  func utf8(in range: Range<Int>, isEscaped: Bool) -> [UInt8] {
    let bytes = bytes
    return isEscaped ? rules.decoded(bytes, in: range) : Array(bytes[range])
  }

  /// Returns the index of the token after a value and its contents.
  func indexAfter(_ index: Int) -> Int {
    let token = tokens[index]
    return token.holdsOthers ? Int(token.end) : index + 1
  }
}
