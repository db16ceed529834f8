import Basics
import TestSupport
import Testing

@Suite("Splitting a collection into runs")
struct CollectionChunkedTests {
  @Test("adjacent elements with the same value form one run, in order")
  func runs() {
    let runs = [1, 3, 4, 5, 5].chunked { $0 % 2 }
    #expect(runs.map(\.value) == [1, 0, 1])
    #expect(runs.map { Array($0.elements) } == [[1, 3], [4], [5, 5]])
    #expect([Int]().chunked { $0 }.isEmpty)
  }

  @Test("random runs cover the collection, and adjacent runs have different values")
  func random() {
    var random = SplitMix64(seed: 7)
    for length in 0..<60 {
      let all = (0..<length).map { _ in Int.random(in: 0..<3, using: &random) }
      let runs = all.chunked { $0 }
      #expect(runs.flatMap { Array($0.elements) } == all, "\(all)")
      #expect(runs.allSatisfy { run in run.elements.allSatisfy { $0 == run.value } }, "\(all)")
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.value != $1.value }, "\(all)")
    }
  }
}
