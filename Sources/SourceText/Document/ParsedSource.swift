/// The result of parsing a text.
struct ParsedSource {
  let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  /// True if a JSON object has a repeated key.
  var hasRepeatedKeys = false
  /// Faults that did not stop the parser.
  var flaws: [SourceFault] = []
}
