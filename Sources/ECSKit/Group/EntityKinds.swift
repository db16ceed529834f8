/// A cache of the groups that entities with the same components join.
///
/// Most contexts have only a few kinds of entities. A new entity joins the same groups as the
/// previous entity of its kind. So the rules of the groups need not be evaluated for each entity.
///
/// Invariant: the columns' lists of groups, and the list of groups that contain empty entities,
/// keep the member sets of a valid kind alive. A change to these lists invalidates all kinds. No
/// set is removed from these lists during a visit.
struct EntityKinds: ~Copyable {
  struct Kind: ~Copyable {
    /// The bits of the entities' components, limited to components that occur in rules.
    var bits = UncheckedBuffer<UInt32>()
    /// The distinct member sets that the entities join, in the order in which they are joined.
    var sets = UncheckedBuffer<Unretained<MemberSet>>()
    /// The value of `EntityKinds.version` for which the sets are valid.
    var version = 0
  }

  /// A table with one kind for each hash value.
  ///
  /// If two kinds have the same hash, the table contains only the latest one.
  private var kinds = UncheckedBuffer<Kind>()
  private var version = 1

  init() {
    for _ in 0..<8 { kinds.append(Kind()) }
  }

  /// Returns the position of a kind, given a hash of its bits.
  @inline(__always)
  static func place(of hash: UInt32) -> Int { Int((hash &* 0x9E37_79B1) >> 29) }

  /// Invalidates all kinds.
  ///
  /// Call this whenever the lists of groups change. The sets of the kinds are not removed, because
  /// a visit in progress still reads them.
  mutating func invalidate() { version &+= 1 }

  @inline(__always)
  func isValid(_ kind: Int) -> Bool { unsafe kinds[kind].version == version }

  @inline(__always)
  func bits(of kind: Int, word: Int) -> UInt32 { unsafe kinds[kind].bits[word] }

  mutating func begin(_ kind: Int) {
    unsafe kinds[kind].bits.removeAll()
    unsafe kinds[kind].sets.removeAll()
    unsafe kinds[kind].version = version
  }

  mutating func append(_ bits: UInt32, to kind: Int) { unsafe kinds[kind].bits.append(bits) }

  mutating func append(_ set: MemberSet, to kind: Int) {
    let address = Unretained(set).address
    for number in 0..<(unsafe kinds[kind].sets.count)
    where unsafe kinds[kind].sets[number].address == address { return }
    unsafe kinds[kind].sets.append(Unretained(set))
  }

  @inline(__always)
  func visitSets(of kind: Int, _ body: (MemberSet) -> Void) {
    var number = 0
    while unsafe number < kinds[kind].sets.count {
      unsafe kinds[kind].sets[number].with(body)
      number &+= 1
    }
  }
}
