/// What a parser makes of a text.
struct ParsedSource {
  let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  var repeats: [JSONKeyReader.Repeat] = []
  /// What was passed over.
  var flaws: [SourceFault] = []
}
