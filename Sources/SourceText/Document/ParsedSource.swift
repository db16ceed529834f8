package struct ParsedSource {
  let tokens: ContiguousArray<SourceToken>
  let keyTable: SourceKeyTable
  let hasRepeatedKeys: Bool
  /// The faults that did not stop the parser.
  let flaws: [SourceFault]

  package init(
    tokens: ContiguousArray<SourceToken>, keyTable: SourceKeyTable, hasRepeatedKeys: Bool = false,
    flaws: [SourceFault] = []
  ) {
    self.tokens = tokens
    self.keyTable = keyTable
    self.hasRepeatedKeys = hasRepeatedKeys
    self.flaws = flaws
  }
}
