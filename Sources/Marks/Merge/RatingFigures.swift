import ECSStore

/// The statistics of many people's ratings for one talk or session.
package struct RatingFigures {
  /// A comment on a rating, with its position in the order of all changes.
  package struct Remark {
    let counter: UInt64
    let device: DeviceID
    package let stars: Int
    package let text: String
  }

  package let thing: MergedRatings.Thing
  /// The numbers of ratings with one to five stars.
  package private(set) var counts = [0, 0, 0, 0, 0]
  private var remarks: [Remark] = []

  package init(_ thing: MergedRatings.Thing) {
    self.thing = thing
  }

  package mutating func add(_ stars: Int) {
    counts[stars - 1] += 1
  }

  package mutating func add(_ counts: [Int]) {
    self.counts = zip(self.counts, counts).map(+)
  }

  /// Removes a rating that was added earlier.
  package mutating func remove(_ stars: Int) {
    counts[stars - 1] -= 1
  }

  package mutating func add(_ remark: Remark) {
    remarks.append(remark)
  }

  package var count: Int { counts.reduce(0, +) }
  package var sum: Int { zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The mean in hundredths of a star, rounded half up.
  package var mean: Int { (200 * sum + count) / (2 * count) }

  /// The standard deviation in hundredths of a star, rounded.
  package var spread: Int {
    let squares = zip(1..., counts).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    let variance = Double(count * squares - sum * sum)
    return Int((100 * variance.squareRoot() / Double(count)).rounded())
  }

  /// The comments in the order of the changes.
  package var comments: [Remark] {
    remarks.sorted { ($0.counter, $0.device) < ($1.counter, $1.device) }
  }
}
