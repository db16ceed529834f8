import Synchronization
import TextBasics

/// All that a document and the values in it share; nothing of it changes once it is there.
@usableFromInline package final class SourceTape: Sendable {
  @usableFromInline let text: UnfoldedText
  @usableFromInline package let syntax: SourceSyntax
  @usableFromInline package let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  let hasRepeatedKeys: Bool
  /// Made by the first request for the position of a value.
  private let lines = AtomicLazyReference<LineIndex>()

  init(text: UnfoldedText, syntax: SourceSyntax, source: ParsedSource) {
    self.text = text
    self.syntax = syntax
    tokens = source.tokens
    keyTable = source.keyTable
    hasRepeatedKeys = source.hasRepeatedKeys
  }

  /// The text that the tokens point into.
  @inlinable var bytes: [UInt8] { text.bytes }

  func position(of offset: UInt32) -> SourcePosition {
    let lines = lines.load() ?? lines.storeIfNil(LineIndex(of: text.file))
    return lines.position(of: text.fileOffset(of: Int(offset)), in: text.file)
  }

  /// Returns a key by its number.
  func key(_ id: Int) -> String {
    let entry = keyTable.entries[id]
    let bytes = bytes
    guard entry.isEscaped else { return text(in: entry.range, isEscaped: false) }
    return String(decoding: syntax.decodedKey(bytes.span, in: entry.range), as: UTF8.self)
  }

  func text(in range: Range<Int>, isEscaped: Bool) -> String {
    let bytes = bytes
    return isEscaped
      ? String(repairingUTF8: syntax.decoded(bytes, in: range))
      : String(repairingUTF8: bytes, in: range)
  }

  /// Returns the bytes in UTF-8 of a text.
  func utf8(in range: Range<Int>, isEscaped: Bool) -> [UInt8] {
    let bytes = bytes
    return isEscaped ? syntax.decoded(bytes, in: range) : Array(bytes[range])
  }

  /// Returns the index of the token after a value and all that it holds.
  func indexAfter(_ index: Int) -> Int {
    let token = tokens[index]
    return token.holdsOthers ? Int(token.end) : index + 1
  }
}
