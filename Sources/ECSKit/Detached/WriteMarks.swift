/// Marks the last write to each detached value of a type that can not be compared.
///
/// It follows a column from the first time that one of its values is detached, and costs nothing
/// before. A mark is never used twice, so equal marks prove that nobody wrote; different ones prove
/// only that somebody did, even if it was taken back since. Entities that lose the component lose
/// their mark, so there are never more marks than values.
final class WriteMarks<C>: Follower<C> {
  private var marks: [UInt32: UInt64] = [:]
  private var last: UInt64 = 0

  /// The mark of an entity's value; 0 if it was not detached as long as it is there.
  func mark(of index: UInt32) -> UInt64 { marks[index] ?? 0 }

  /// Returns the mark of an entity's value, which it gets if it has none.
  func makeMark(of index: UInt32) -> UInt64 {
    if let mark = marks[index] { return mark }
    last += 1
    marks[index] = last
    return last
  }

  override func changed(_ index: UInt32, old: C?, new: C?) {
    guard let place = marks.index(forKey: index) else { return }
    last += 1
    if new == nil {
      marks.remove(at: place)
    } else {
      marks.values[place] = last
    }
  }
}

extension Column {
  /// The marks of the column, if one of its values was ever detached.
  var marks: WriteMarks<C>? {
    for case let marks as WriteMarks<C> in followers { return marks }
    return nil
  }
}
