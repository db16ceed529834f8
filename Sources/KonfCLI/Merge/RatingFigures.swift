import ECSStore

/// The ratings of many people for one thing, in figures.
struct RatingFigures {
  /// A remark, and its position in the order of all changes.
  struct Remark {
    let counter: UInt64
    let device: DeviceID
    let stars: Int
    let text: String
  }

  /// What was rated.
  let thing: MergedRatings.Thing
  /// How often one star was given, how often two, and so on to five.
  private(set) var counts = [0, 0, 0, 0, 0]
  private var remarks: [Remark] = []

  init(_ thing: MergedRatings.Thing) {
    self.thing = thing
  }

  /// Adds stars.
  mutating func add(_ stars: Int) {
    counts[stars - 1] += 1
  }

  /// Adds stars, how often one, how often two, and so on to five.
  mutating func add(_ counts: [Int]) {
    self.counts = zip(self.counts, counts).map(+)
  }

  /// Takes stars away that were added.
  mutating func remove(_ stars: Int) {
    counts[stars - 1] -= 1
  }

  /// Adds a remark.
  mutating func add(_ remark: Remark) {
    remarks.append(remark)
  }

  /// The number of ratings.
  var count: Int { counts.reduce(0, +) }
  /// The number of stars.
  var sum: Int { zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The mean of the stars in hundredths, halves rounded up.
  var mean: Int { (200 * sum + count) / (2 * count) }

  /// How far the stars are spread: their standard deviation in hundredths, rounded.
  var spread: Int {
    let squares = zip(1..., counts).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    let variance = Double(count * squares - sum * sum)
    return Int((100 * variance.squareRoot() / Double(count)).rounded())
  }

  /// The remarks in the order of the changes; no voice has two about one thing.
  var comments: [Remark] {
    remarks.sorted { ($0.counter, $0.device) < ($1.counter, $1.device) }
  }
}
