/// The groups that entities with the same components belong to, found once for all of them.
///
/// A context mostly has entities of few kinds, as many as a program has kinds of things. A new one joins the
/// same groups as the one before it of its kind, so their rules are not looked at for each.
///
/// Invariant: the sets of a kind that is valid are listed in columns, or among those of entities without
/// components, which keep them alive. A change of these lists invalidates all kinds, and none is removed
/// from them while one is visited.
struct EntityKinds: ~Copyable {
  struct Kind: ~Copyable {
    /// The components that rules name, as the entities have them.
    var bits = UncheckedBuffer<UInt32>()
    /// In the order in which they are settled, each once.
    var sets = UncheckedBuffer<Unretained<MemberSet>>()
    /// The version of the lists that the sets were found in.
    var version = 0
  }

  /// As many as a hash may have values; kinds of one hash take turns.
  private var kinds = UncheckedBuffer<Kind>()
  private var version = 1

  init() {
    for _ in 0..<8 { kinds.append(Kind()) }
  }

  /// Returns the position of a kind by a hash of its bits.
  @inline(__always)
  static func place(of hash: UInt32) -> Int { Int((hash &* 0x9E37_79B1) >> 29) }

  /// Forgets all kinds, because the lists of groups change.
  ///
  /// A visit under way continues with what it has, so nothing is removed here.
  mutating func invalidate() { version &+= 1 }

  @inline(__always)
  func isValid(_ kind: Int) -> Bool { unsafe kinds[kind].version == version }

  @inline(__always)
  func bits(of kind: Int, word: Int) -> UInt32 { unsafe kinds[kind].bits[word] }

  /// Begins to list another kind at a position.
  mutating func begin(_ kind: Int) {
    unsafe kinds[kind].bits.removeAll()
    unsafe kinds[kind].sets.removeAll()
    unsafe kinds[kind].version = version
  }

  mutating func append(_ bits: UInt32, to kind: Int) { unsafe kinds[kind].bits.append(bits) }

  /// Adds a set to a kind, unless it has it.
  mutating func append(_ set: MemberSet, to kind: Int) {
    let address = Unretained(set).address
    for number in 0..<(unsafe kinds[kind].sets.count)
    where unsafe kinds[kind].sets[number].address == address { return }
    unsafe kinds[kind].sets.append(Unretained(set))
  }

  /// Calls the body with each set of a kind.
  @inline(__always)
  func visitSets(of kind: Int, _ body: (MemberSet) -> Void) {
    var number = 0
    while unsafe number < kinds[kind].sets.count {
      unsafe kinds[kind].sets[number].with(body)
      number &+= 1
    }
  }
}
