/// The collected entities that have not yet been returned, in order.
///
/// `positions` maps the index of an entity to the position of its entry. The position of a removed
/// entry need not be cleared. Such a position is below `head`, past the end, or belongs to an entry
/// with another index.
struct EntryList: ~Copyable {
  struct Entry {
    let index: UInt32
    let generation: UInt32
    /// The position of the next entry in the chain of entries with the same index.
    ///
    /// The position is -1 at the end of the chain. Except for a revived entity, the chain leads
    /// from later to earlier entries.
    var previous: Int32
    var kind: Event.Kind
  }

  private var entries = UncheckedBuffer<Entry>()
  private var positions = SparseIndex()
  private var head = 0

  var waiting: Range<Int> { head..<entries.count }

  /// The entry at a position.
  ///
  /// The position must be valid.
  subscript(_ number: Int) -> Entry { unsafe entries[number] }

  /// Adds an entry even if the entity already has an entry.
  @inline(__always)
  mutating func append(
    _ index: UInt32, _ generation: UInt32, _ kind: Event.Kind, previous: Int32 = -1
  ) {
    entries.append(Entry(index: index, generation: generation, previous: previous, kind: kind))
  }

  @inline(__always)
  mutating func touch(_ index: UInt32, _ generation: UInt32, _ kind: Event.Kind) {
    let number = positions[index]
    guard number >= 0, number < entries.count, unsafe entries[number].index == index else {
      positions.set(index, to: entries.count)
      return append(index, generation, kind)
    }
    if number >= head, unsafe entries[number].generation == generation {
      unsafe entries[number].kind = kind
    } else {
      touchAgain(index, generation, kind, at: number)
    }
  }

  /// Records a change to an entity that has no current entry at the stored position.
  ///
  /// Either the index previously belonged to another entity, or the entry was removed. The chain of
  /// an index begins with the latest entity, so only a revived entity needs a search.
  @inline(never)
  private mutating func touchAgain(
    _ index: UInt32, _ generation: UInt32, _ kind: Event.Kind, at first: Int
  ) {
    let added = entries.count
    guard unsafe generation < entries[first].generation else {
      positions.set(index, to: added)
      return append(index, generation, kind, previous: Int32(truncatingIfNeeded: first))
    }
    var number = unsafe Int(entries[first].previous)
    while number >= 0 {
      if number >= head, unsafe entries[number].generation == generation {
        unsafe entries[number].kind = kind
        return
      }
      number = unsafe Int(entries[number].previous)
    }
    unsafe append(index, generation, kind, previous: entries[first].previous)
    unsafe entries[first].previous = Int32(truncatingIfNeeded: added)
  }

  /// Removes the oldest entries, up to a limit.
  ///
  /// - Returns: The positions of the removed entries. They are valid until `tidy` is called.
  mutating func removeFirst(_ limit: Int) -> Range<Int> {
    let first = head
    head += Swift.max(0, Swift.min(limit, entries.count - head))
    return first..<head
  }

  /// Frees the memory of removed entries if most entries are removed.
  mutating func tidy(isByEntity: Bool) {
    guard head > entries.count / 2 || head == entries.count else { return }
    let kept = head == entries.count ? [] : entries.copy[head...]
    entries.removeAll()
    head = 0
    for entry in kept {
      if isByEntity {
        touch(entry.index, entry.generation, entry.kind)
      } else {
        append(entry.index, entry.generation, entry.kind)
      }
    }
  }
}
