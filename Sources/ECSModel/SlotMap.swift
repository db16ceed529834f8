/// A map keyed by entity slots.
///
/// Slots are small integers, so they need no hashing.
struct SlotMap<Value> {
  struct Entry {
    fileprivate let slot: UInt32
    var value: Value
  }

  /// The position of each slot's entry, or -1 if the slot has no entry.
  private var positions: [Int32] = []
  var entries: [Entry] = []

  func position(of slot: UInt32) -> Int? {
    guard Int(slot) < positions.count else { return nil }
    let position = Int(positions[Int(slot)])
    return position < 0 ? nil : position
  }

  /// Adds an entry for a slot without an entry.
  mutating func insert(_ value: Value, for slot: UInt32) {
    if Int(slot) >= positions.count {
      let room = max(Int(slot) + 1, positions.count + positions.count / 8, 64)
      positions.append(contentsOf: repeatElement(-1, count: room - positions.count))
    }
    positions[Int(slot)] = Int32(entries.count)
    entries.append(Entry(slot: slot, value: value))
  }

  /// Sets the value of a slot.
  ///
  /// - Returns: The previous value, or nil if the slot had no value.
  mutating func update(_ value: Value, for slot: UInt32) -> Value? {
    guard let position = position(of: slot) else {
      insert(value, for: slot)
      return nil
    }
    let old = entries[position].value
    entries[position].value = value
    return old
  }

  /// Removes the entry at a position.
  ///
  /// - Returns: The removed value, so that the caller can release it after the access to the map.
  @discardableResult
  mutating func remove(at position: Int) -> Value {
    let removed = entries[position]
    let last = entries.removeLast()
    positions[Int(removed.slot)] = -1
    if last.slot != removed.slot {
      entries[position] = last
      positions[Int(last.slot)] = Int32(position)
    }
    return removed.value
  }

  var bytes: Int {
    positions.capacity * MemoryLayout<Int32>.stride + entries.capacity * MemoryLayout<Entry>.stride
  }
}
