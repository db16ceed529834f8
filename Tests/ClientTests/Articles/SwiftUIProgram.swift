import ECSKit
import ECSObservation
import Observation
import Synchronization
import Testing

// As much of SwiftUI as the article's views need, so that they are compiled and run on any system.

@MainActor
private protocol View {
  associatedtype Body: View
  var body: Body { get }
}

@MainActor
private protocol Primitive {
  func draw(on screen: Screen)
}

extension Never: View {
  fileprivate var body: Never { switch self {} }
}

private struct Text: View, Primitive {
  let text: String

  init(_ text: String) { self.text = text }

  var body: Never { preconditionFailure("a text is drawn as it is") }

  func draw(on screen: Screen) { screen.draw(text) }
}

/// A type of the name of ECSKit's, as SwiftUI has one.
private struct Group {
  let body = "SwiftUI's"
}

private struct ForEach<Element: Identifiable, Row: View>: View, Primitive {
  let rows: [Row]

  init(_ elements: [Element], row: (Element) -> Row) { rows = elements.map(row) }

  var body: Never { preconditionFailure("rows are drawn one by one") }

  func draw(on screen: Screen) {
    for row in rows { screen.show(row) }
  }
}

private struct Section<Content: View>: View, Primitive {
  let title: String
  let content: Content

  init(_ title: String, content: () -> Content) {
    self.title = title
    self.content = content()
  }

  var body: Never { preconditionFailure("a section is drawn with its title") }

  func draw(on screen: Screen) {
    screen.draw(title)
    screen.show(content)
  }
}

private struct List<Element: Identifiable, Row: View>: View, Primitive {
  let rows: [Row]

  init(_ elements: [Element], row: (Element) -> Row) { rows = elements.map(row) }

  var body: Never { preconditionFailure("a list is drawn row by row") }

  func draw(on screen: Screen) {
    for row in rows { screen.show(row) }
  }
}

/// Draws views, and in each turn those again whose body has read what has changed.
@MainActor
private final class Screen {
  private var bodies: [() -> Void] = []
  private var drawn: [String] = []
  private let stale = Mutex<Set<Int>>([])

  func show(_ view: some View) {
    if let primitive = view as? any Primitive { return primitive.draw(on: self) }
    let number = bodies.count
    bodies.append { [unowned self] in
      drawn.append("\(type(of: view)):")
      show(withObservationTracking({ view.body }, onChange: { self.noteStale(number) }))
    }
    bodies[number]()
  }

  func draw(_ text: String) { drawn.append(text) }

  private nonisolated func noteStale(_ number: Int) {
    _ = stale.withLock { $0.insert(number) }
  }

  /// The rows drawn in the last turn and in this one.
  func turn() -> String {
    let numbers = stale.withLock { stale in
      defer { stale = [] }
      return stale.sorted()
    }
    for number in numbers { bodies[number]() }
    defer { drawn = [] }
    return drawn.joined(separator: " ")
  }
}

@Suite("SwiftUI")
struct SwiftUIProgram {
  @Test("the article's views redraw only changed data")
  @MainActor
  func program() {
    // block
    struct Name: Component, Comparable {
      var text: String

      static func < (first: Name, second: Name) -> Bool { first.text < second.text }
    }
    struct Seat: Component, Equatable { var number: Int }
    struct Away: Component {}

    struct GuestList: View {
      let observed: ObservedContext

      var body: some View {
        List(observed.group(.all(Name.self).none(Away.self)).sorted(by: Name.self)) { guest in
          GuestRow(observed: observed, guest: guest)
        }
      }
    }

    struct GuestRow: View {
      let observed: ObservedContext
      let guest: Entity

      var body: some View {
        let name = observed[guest, Name.self]?.text ?? ""
        let seat = observed[guest, Seat.self]?.number ?? 0
        return Text("\(name) \(seat)")
      }
    }
    // block
    let context = Context()
    let observed = ObservedContext(context)
    let mike = context.createEntity(Name(text: "Mike"), Seat(number: 1))
    let diana = context.createEntity(Name(text: "Diana"), Seat(number: 2))
    // end
    let screen = Screen()
    screen.show(GuestList(observed: observed))
    #expect(screen.turn() == "GuestList: GuestRow: Diana 2 GuestRow: Mike 1")
    // block
    mike.set(Seat(number: 3))  // draws the row of Mike
    // end
    #expect(screen.turn() == "GuestRow: Mike 3")
    // block
    mike.set(Away())  // draws the list
    // end
    #expect(screen.turn() == "GuestList: GuestRow: Diana 2")
    context.transaction {
      mike.set(Name(text: "Michael"))
      mike.remove(Away.self)
    }
    #expect(screen.turn().hasPrefix("GuestList: GuestRow: Diana 2 GuestRow: Michael 3"))
    // block
    struct Table: Component, Equatable { var number: Int }

    struct SeatingPlan: View {
      let tables: ObservedList<Int>
      let observed: ObservedContext

      var body: some View {
        List(tables.sections) { table in TableView(table: table, observed: observed) }
      }
    }

    struct TableView: View {
      let table: ObservedList<Int>.Section
      let observed: ObservedContext

      var body: some View {
        Section("Table \(table.key ?? 0)") {
          ForEach(table.entities) { GuestRow(observed: observed, guest: $0) }
        }
      }
    }
    // block
    let guests = context.group(.all(Name.self).none(Away.self))
    let tables = ObservedList(guests.list(by: \Name.text, sectionBy: \Table.number))
    // end
    // Each view is called back for the last of its reads, so its screen is kept.
    var screens = [screen]
    func shown() -> Screen {
      let screen = Screen()
      screens.append(screen)
      screen.show(SeatingPlan(tables: tables, observed: observed))
      _ = screen.turn()
      return screen
    }
    var plan = shown()
    // block
    context.transaction {
      mike.set(Table(number: 1))
      diana.set(Table(number: 2))
    }
    // end
    #expect(
      plan.turn().hasPrefix(
        "SeatingPlan: TableView: Table 1 GuestRow: Michael 3 TableView: Table 2 GuestRow: Diana 2"))
    plan = shown()
    // block
    mike.set(Table(number: 2))  // draws the plan, since table 1 is empty, and table 2
    // end
    #expect(
      plan.turn().hasPrefix("SeatingPlan: TableView: Table 2 GuestRow: Diana 2 GuestRow: Michael 3")
    )
    plan = shown()
    // block
    mike.set(Name(text: "Ann"))  // draws table 2, in another order, and the row of Ann
    // end
    #expect(
      Set(plan.turn().split(separator: " TableView")) == [
        "TableView: Table 2 GuestRow: Ann 3 GuestRow: Diana 2 GuestRow: Ann 3"
      ])
    plan = shown()
    // block
    mike.set(Name(text: "Anna"))  // draws the row
    // end
    #expect(plan.turn() == "GuestRow: Anna 3")
    // block
    struct Typed: UniqueComponent, Equatable { var text: String }

    struct Contacts: View {
      let observed: ObservedContext

      var body: some View {
        let typed = observed[Typed.self]?.text ?? ""
        let names = observed.index(ordered: \Name.text)
        return List(names.entities(withPrefix: typed)) { GuestRow(observed: observed, guest: $0) }
      }
    }
    // end
    let contacts = Screen()
    contacts.show(Contacts(observed: observed))
    #expect(contacts.turn() == "Contacts: GuestRow: Anna 3 GuestRow: Diana 2")
    // block
    context.setUnique(Typed(text: "D"))  // draws the list
    context.createEntity(Name(text: "Doris"))  // draws the list
    // end
    #expect(contacts.turn() == "Contacts: GuestRow: Diana 2 GuestRow: Doris 0")
    // block
    context.createEntity(Name(text: "Zoe"))  // draws nothing
    // end
    #expect(contacts.turn() == "")
    // block
    @MainActor
    final class Desk {
      let guests: ECSKit.Group

      init(_ context: Context) {
        guests = context.group(.all(Name.self).none(Away.self))
      }
    }
    // end
    #expect(Desk(context).guests.count == 4 && Group().body == "SwiftUI's")
  }
}
