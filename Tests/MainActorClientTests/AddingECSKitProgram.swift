import ECSKit
import Testing

@Suite("Adding ECSKit to a project")
struct AddingECSKitProgram {
  @Test("the article's components are compared and sorted in a target on the main actor")
  func program() {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    nonisolated struct Point: Equatable {
      var x: Double
      var y: Double
    }

    nonisolated enum Seat: Equatable {
      case row(Int, Int)
      case standing
    }

    struct Place: Component, Equatable {
      var point: Point
      var seat: Seat
    }
    // block
    nonisolated struct Name: Component, Comparable {
      var text: String

      static func < (first: Name, second: Name) -> Bool { first.text < second.text }
    }
    // block
    let context = Context()
    let ada = context.createEntity(
      Name(text: "Ada"), Place(point: Point(x: 1, y: 2), seat: .standing))
    ada.set(Place(point: Point(x: 1, y: 2), seat: .standing))  // equal, so no change
    print(context.index(\Place.point.x).first(1) == ada)  // true
    print(context.group(.all(Name.self)).sorted(by: Name.self).count)  // 1
    // end
    var changes = 0
    ada.observe { _ in changes += 1 }
    ada.set(Place(point: Point(x: 1, y: 2), seat: .standing))
    #expect(changes == 0)
    ada.set(Place(point: Point(x: 1, y: 2), seat: .row(1, 2)))
    #expect(changes == 1)
    #expect(printed == ["true", "1"])
  }
}
