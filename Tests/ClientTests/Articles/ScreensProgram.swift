import ECSKit
import Testing

@Suite("Screens as values")
struct ScreensProgram {
  @Test("the article's table follows its names, and the wireframe opens and closes a greeting")
  func program() {
    // block
    struct Name: Component, Equatable { var text: String }

    /// A list is one of four things, and a screen draws each of them.
    enum List: Equatable {
      case items([String])
      case empty(String)
      case loading
      case failed(String)
    }

    struct TableScreen: Equatable {
      enum Action {
        case show(List)
        case up, down, open
      }
      enum Outcome: Equatable { case opened(String) }

      private(set) var list = List.loading
      private(set) var selected = 0
      private var names: [String] { if case .items(let names) = list { names } else { [] } }

      mutating func reduce(_ action: Action) -> Outcome? {
        switch action {
        case .show(let list):
          let name = names.indices.contains(selected) ? names[selected] : nil
          self.list = list
          selected = name.flatMap(names.firstIndex(of:)) ?? min(selected, max(0, names.count - 1))
        case .up: selected = max(0, selected - 1)
        case .down: selected = min(max(0, names.count - 1), selected + 1)
        case .open: return names.indices.contains(selected) ? .opened(names[selected]) : nil
        }
        return nil
      }

      func lines(width: Int) -> [String] {
        switch list {
        case .loading: ["Reading"]
        case .empty(let message), .failed(let message): [message]
        case .items(let names):
          names.enumerated().map { "\($0 == selected ? ">" : " ") \($1)" }.map {
            String($0.prefix(width))
          }
        }
      }
    }
    // block
    struct GreetingScreen: Equatable {
      let name: String
      func lines(width: Int) -> [String] { [String("Hello, \(name)!".prefix(width))] }
    }
    // block
    final class TablePresenter {
      private let names: EntityList<Never>
      private(set) var list = List.loading
      var onChange: ((List) -> Void)?

      init(_ context: Context) {
        names = context.group(.all(Name.self)).list(by: \Name.text)
        names.onChange = { [unowned self] _ in present() }
        present()
      }

      private func present() {
        let all = names.sections.flatMap(\.entities).compactMap { $0[Name.self]?.text }
        let next = all.isEmpty ? List.empty("No names yet") : .items(all)
        if next != list {
          list = next
          onChange?(next)
        }
      }
    }
    // block
    final class Wireframe {
      private let presenter: TablePresenter
      private var table = TableScreen()
      private var greeting: GreetingScreen?

      init(_ context: Context) {
        presenter = TablePresenter(context)
        _ = table.reduce(.show(presenter.list))
        presenter.onChange = { [unowned self] in _ = table.reduce(.show($0)) }
      }

      func press(_ key: Character) {
        if greeting != nil {
          greeting = nil
          return
        }
        switch key {
        case "k": _ = table.reduce(.up)
        case "j": _ = table.reduce(.down)
        default:
          if case .opened(let name)? = table.reduce(.open) { greeting = GreetingScreen(name: name) }
        }
      }

      func lines(width: Int) -> [String] {
        greeting?.lines(width: width) ?? table.lines(width: width)
      }
    }
    // block
    let context = Context()
    let wireframe = Wireframe(context)
    let empty = wireframe.lines(width: 20)  // ["No names yet"]
    context.createEntity(Name(text: "Grace"))
    wireframe.press("o")
    let greeting = wireframe.lines(width: 20)  // ["Hello, Grace!"]
    wireframe.press("q")
    context.createEntity(Name(text: "Ada"))
    let table = wireframe.lines(width: 20)  // ["  Ada", "> Grace"]
    // end
    #expect(empty == ["No names yet"])
    #expect(greeting == ["Hello, Grace!"])
    #expect(table == ["  Ada", "> Grace"])
    #expect(wireframe.lines(width: 3) == ["  A", "> G"])
  }
}
