import ECSDetached
import ECSKit
import ECSStore

private struct Note: StoredComponent {
  static let storedName = "note"
  let number: Int
  let text: String

  var stored: StoredValue { StoredValue("\(number) \(text)") }

  init(number: Int, text: String) {
    self.number = number
    self.text = text
  }

  init(stored: StoredValue) throws {
    let parts = stored.text.split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]) else {
      throw StoredValueError.text(found: stored.text, expected: "a number and a text")
    }
    self.init(number: number, text: String(parts[1]))
  }
}

final class Device: DeviceApp {
  private let context = Context()
  private let store: ComponentStore
  private let numbers: Index<Note, Int>
  private let name: String
  private let shared: String

  init(name: String, folder: String, shared: String) throws {
    self.name = name
    self.shared = shared
    numbers = context.index(\Note.number)
    store = ComponentStore(context, in: folder, StoredComponents(Note.self)) { 0 }
    try store.load()
  }

  func change(_ edits: [Edit]) throws {
    try store.transaction {
      for edit in edits {
        switch edit {
        case .add(let number, let text):
          context.createEntity(Note(number: number, text: text))
        case .set(let number, let text):
          numbers.first(number)?.set(Note(number: number, text: text))
        case .remove(let number): numbers.first(number)?.destroy()
        }
      }
    }
  }

  func sync() throws {
    let meeting = try store.sync(in: shared, as: name, .mine)
    for file in meeting.skipped { print("skipped \(file.name): \(file.reason)") }
  }

  var notes: [String] { context.group(.all(Note.self)).compactMap { $0[Note.self]?.text } }
}
