/// What a parser makes of a text.
struct ParsedSource {
  let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  /// Whether some object in JSON has a key twice.
  var hasRepeatedKeys = false
  /// What was passed over.
  var flaws: [SourceFault] = []
}
