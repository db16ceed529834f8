/// One way to do the work of a workload, made ready for a number of entities.
struct Trial {
  /// How many operations one call of `body` makes.
  let operations: Int
  /// Brings the world into the state that `body` expects, before each call and untimed.
  let prepare: () -> Void
  /// Does the work and returns a number that depends on all of it.
  ///
  /// So the compiler can leave nothing out. The first call returns the same number for the library
  /// and for its baselines.
  let body: () -> Double

  init(
    operations: Int, prepare: @escaping () -> Void = {}, body: @escaping () -> Double
  ) {
    self.operations = operations
    self.prepare = prepare
    self.body = body
  }
}

/// A job that the library and, where that makes sense, its baselines are timed at.
struct Workload: Sendable {
  /// Whose work is timed.
  enum Contestant: String, CaseIterable {
    case library
    /// A dictionary of existentials in each entity, and groups that are sets.
    case existential
    /// Arrays written by hand for this job alone.
    case arrays
  }

  let name: String
  let sizes: [Int]
  /// The largest size at which it is worth the wait to time the dictionaries of existentials.
  let existentialLimit: Int
  let library: @Sendable (Int) -> Trial
  let existential: (@Sendable (Int) -> Trial)?
  let arrays: (@Sendable (Int) -> Trial)?

  init(
    _ name: String, sizes: [Int] = Self.usual, existentialLimit: Int = 100_000,
    library: @escaping @Sendable (Int) -> Trial, existential: (@Sendable (Int) -> Trial)? = nil,
    arrays: (@Sendable (Int) -> Trial)? = nil
  ) {
    self.name = name
    self.sizes = sizes
    self.existentialLimit = existentialLimit
    self.library = library
    self.existential = existential
    self.arrays = arrays
  }

  static let usual = [1_000, 10_000, 100_000]
  static let withMillion = [1_000, 10_000, 100_000, 1_000_000]

  /// The size at which instructions are counted.
  var countedSize: Int { sizes.contains(10_000) ? 10_000 : sizes[sizes.count - 1] }

  func trial(of contestant: Contestant, size: Int) -> Trial? {
    switch contestant {
    case .library: library(size)
    case .existential: existential?(size)
    case .arrays: arrays?(size)
    }
  }

  /// Every workload there is, in the order of the tables.
  static let all: [Workload] =
    creating + setting + reading + iterating + churning + indexing + sorting + building + choosing
    + identifying + linking
    + storing + keeping
}
