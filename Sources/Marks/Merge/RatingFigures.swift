import ECSStore

/// The ratings of many people for one thing, in figures.
package struct RatingFigures {
  /// A remark, and its position in the order of all changes.
  package struct Remark {
    let counter: UInt64
    let device: DeviceID
    package let stars: Int
    package let text: String
  }

  /// What was rated.
  package let thing: MergedRatings.Thing
  /// How often one star was given, how often two, and so on to five.
  package private(set) var counts = [0, 0, 0, 0, 0]
  private var remarks: [Remark] = []

  package init(_ thing: MergedRatings.Thing) {
    self.thing = thing
  }

  /// Adds stars.
  package mutating func add(_ stars: Int) {
    counts[stars - 1] += 1
  }

  /// Adds stars, how often one, how often two, and so on to five.
  package mutating func add(_ counts: [Int]) {
    self.counts = zip(self.counts, counts).map(+)
  }

  /// Takes stars away that were added.
  package mutating func remove(_ stars: Int) {
    counts[stars - 1] -= 1
  }

  /// Adds a remark.
  package mutating func add(_ remark: Remark) {
    remarks.append(remark)
  }

  /// The number of ratings.
  package var count: Int { counts.reduce(0, +) }
  /// The number of stars.
  package var sum: Int { zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The mean of the stars in hundredths, halves rounded up.
  package var mean: Int { (200 * sum + count) / (2 * count) }

  /// How far the stars are spread: their standard deviation in hundredths, rounded.
  package var spread: Int {
    let squares = zip(1..., counts).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    let variance = Double(count * squares - sum * sum)
    return Int((100 * variance.squareRoot() / Double(count)).rounded())
  }

  /// The remarks in the order of the changes; no voice has two about one thing.
  package var comments: [Remark] {
    remarks.sorted { ($0.counter, $0.device) < ($1.counter, $1.device) }
  }
}
