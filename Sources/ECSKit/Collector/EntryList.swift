/// Who was collected and not yet given out, in order.
///
/// An entity is found again by its index: `positions` holds where its entry stands. What is noted there
/// from before the entries were taken points at nothing or at another index, so it needs no clearing.
struct EntryList: ~Copyable {
  struct Entry {
    let index: UInt32
    let generation: UInt32
    /// The entry of another entity that had the same index; -1 if there is none.
    var previous: Int32
    var kind: Event.Kind
  }

  private var entries = UncheckedBuffer<Entry>()
  private var positions = SparseIndex()
  /// The first entry that was not taken yet.
  private var head = 0

  /// Where the entries stand that were not taken yet.
  var waiting: Range<Int> { head..<entries.count }

  /// An entry by its number, which is that of one.
  subscript(_ number: Int) -> Entry { unsafe entries[number] }

  /// Adds an entry, whatever there is of the entity.
  @inline(__always)
  mutating func append(
    _ index: UInt32, _ generation: UInt32, _ kind: Event.Kind, previous: Int32 = -1
  ) {
    entries.append(Entry(index: index, generation: generation, previous: previous, kind: kind))
  }

  /// Gives the entry of an entity another kind, or adds one.
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

  /// Touches an entity where another one had the place before, or whose entry was taken.
  ///
  /// The chain of a place begins with the latest entity, so that only one that was revived is looked
  /// for along it.
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

  /// Takes the first entries.
  ///
  /// - Returns: Where they stand until the list is tidied.
  mutating func take(_ limit: Int) -> Range<Int> {
    let first = head
    head += Swift.max(0, Swift.min(limit, entries.count - head))
    return first..<head
  }

  /// Gives back the room of what was taken, once it is most of it.
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
