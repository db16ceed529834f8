import TestSupport
import Testing

/// Each sentence of *Keeping components*, in its order, with the tests that check it.
@Suite("The promises of Keeping components")
struct KeepingComponentsPromises {
  /// The first words of each sentence; below it the tests, each with its file below `Tests`.
  ///
  /// A sentence without a test only introduces what follows, or gives advice.
  private static let table = """
    Let components outlive the process
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    A component that is kept conforms to
    One that is `Codable` needs a name only
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    The name is a promise
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    A ``ComponentStore`` follows a context
      ClientTests/FollowingStoreTests: has in its file what the context shows
    A transaction of the store is on the disk
      ECSStoreTests/ComponentStoreTests: a file that cannot be written rolls the changes back
    The next start of the program loads
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    Handles are new, ids stay
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    The file is an append-only log
      ECSStoreTests/ComponentStoreTests: only the net change of what is kept is written
      ECSStoreTests/LogContentsTests: every flipped bit is reported, and no other line suffers
    <doc:Durability> has all
    With ``ComponentStore/Saving/onRequest`` a change outside
      ECSStoreTests/ComponentStoreTests+Following: a change outside a transaction is unsaved
    What observers, systems and relations change
      ECSStoreTests/ComponentStoreTests+Following: what an observer changes in response is kept
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    With ``ComponentStore/Saving/always(onFailure:)`` each outermost call
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    The store decides after the last observer
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    So a program that has an effect
    Inside another transaction or an observer
      ECSStoreTests/ComponentStoreTests+Following: what is rolled back around a transaction
    A context has one store
      ECSStoreTests/ComponentStoreTests+Following: a second store of a context loads and writes
    The file has the steps of a program
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
    An `UndoStack` of ECSHistory that is made of the store
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    Made of a context it has the same interface
      ECSHistoryTests/UndoStackTests: a step is a transaction with its label
    **Undo is a change** like any other
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/DurableUndoTests: an undo that cannot be written changes nothing
    The file notes that a step was undone
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    **Undo touches nothing but its step.**
      ECSStoreTests/DurableUndoTests: undo of a step of an earlier run touches nothing else
    **A step that others have changed over does not fit**
      ECSStoreTests/DurableUndoTests: a step that others have changed over is passed over
    A stack has the steps of its own folder
      ECSStoreTests/DurableUndoTests: what another process did from the same folder
      ECSStoreTests/DurableUndoTests: a step that others have changed over is passed over
    **Changes with a label that is coalesced
      ECSStoreTests/DurableUndoTests: typing is one step, in memory and in the file
    An undo comes between
      ECSStoreTests/DurableUndoTests: typing is one step, in memory and in the file
    **A step of an earlier run** is undone by value
      ECSStoreTests/DurableUndoTests: undo of a step of an earlier run touches nothing else
    The last 1,000 changes of the file
      ECSStoreTests/DurableUndoTests: a step is known as long as what was there before it
      ECSStoreTests/CompactionTests: of long changes as many are kept as have the bytes
    **Steps that are saved together stay separate**
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together
    A transaction that ends as it began is no step.
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together
    Any number of processes may use one file
      ECSStoreTests/ChangeLogSharingTests: eight writers lose nothing
    ``ComponentStore/refresh(_:)`` takes in
      ECSStoreTests/RefreshTests: values, removals and new entities arrive as one change set
    The sword is back
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    A value that is unsaved here
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    The policy is that of a sync
    `mine` keeps the unsaved value
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    What is saved without a refresh
      ECSStoreTests/RefreshTests: what is saved without a refresh is the later word
    A second ``ComponentStore/load()``
      ECSStoreTests/RefreshTests: a second load is a refresh
    What others destroyed
      ECSStoreTests/RefreshTests: what another process destroyed is destroyed
      ECSStoreTests/RefreshTests: an entity that is destroyed on one side and changed on the other
    When the values of a component get another form
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated
    The type that the values once had
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    Nothing is rewritten
      ECSStoreTests/ComponentStoreTests: an older value is migrated each time it is read
    Old values are migrated whenever
      ECSStoreTests/ComponentStoreTests: an older value is migrated each time it is read
    A line is written in the oldest format
      ECSStoreTests/LogLineTests: a value of version 1 is written in format 1
    Values of version 1 have the format
      ECSStoreTests/LogLineTests: a value of version 1 is written in format 1
      ECSStoreTests/ChangeLogTests: a log of a newer format is read and not written to
    ``ComponentStore/rewriteInFormat1()`` is the way back
      ECSStoreTests/ComponentStoreTests: format 1 can be had back
    A value that fails to migrate
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    To set such a component is refused
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    A value of a later version that others
      ECSStoreTests/RefreshTests: what a newer program wrote since is not written over
      ECSStoreTests/RefreshTests: what a newer program wrote is a conflict
    What a program cannot read
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    On the entity it is an ``UnreadValues``
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated
    An entity inside a component
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    A `Codable` component with an `Entity`
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    Links are kept if their relation has a name
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    Loading makes the entities first
      ECSStoreTests/ReferenceTests: entities are opened in the order in which they were created
    Every entity that is referred to is kept
      ECSStoreTests/ReferenceTests: an entity that is only referred to is kept
      ECSStoreTests/UndoneReferencesTests: an entity is kept as long as something refers to it
    A reference to an entity that is not there
      ECSStoreTests/ReferenceTests: a reference to what is not there is reported and kept
    Delete rules do not run
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    The file also has that an entity exists
      ECSStoreTests/ReferenceTests: an entity that is only referred to is kept
    When that is taken back
      ECSStoreTests/ReferenceTests: what is destroyed stays destroyed
      ECSStoreTests/UndoneReferencesTests: nothing is left of an entity that is destroyed again
    A ``StoredSnapshot`` is what entities had
      ECSStoreTests/StoredSnapshotTests: a snapshot restored into an empty context is the same
    Under new ids it is a template
      ECSStoreTests/StoredSnapshotTests: restored twice under its ids it is there once
    What refers to an entity of the snapshot
      ECSStoreTests/ReferenceTests: a snapshot has links, aliases and entities in components
    **An entity is no object.**
    There is no store coordinator
    **An id is the entity's**
    A component is found through its entity
    **A save is whole or not at all**
      ECSStoreTests/ComponentStoreTests: a body that throws leaves context and file as they were
      ECSStoreTests/ComponentStoreTests: a component that cannot be stored is named
    **Undo outlives the program**
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    **What observers change**
      ECSStoreTests/ComponentStoreTests+Following: what an observer changes in response is kept
    Keep what follows from other components
    Loading is linear in the bytes
      ECSStoreTests/LogReadingTests: a change reads what others wrote, and not the whole log
    A change reads and writes what it changes
      ECSStoreTests/LogReadingTests: a change reads what others wrote, and not the whole log
    A file that has grown is rewritten
      ECSStoreTests/RewritingTests: a log is rewritten if as many entries go as stay
    Components that are not kept
      Benchmarks/gates: w2_set_unkept
    A change of a component that is kept
      Benchmarks/gates: w2_set_kept
    A snapshot takes about
      Benchmarks/gates: w10_snapshot_out
      Benchmarks/gates: w10_snapshot_in
    Reading the lines takes
    Values that are only said to be `Codable`
    The workloads `w10`
    """

  private static let lines = table.split(separator: "\n").map(String.init)

  @Test("name each sentence of the article in its order")
  func sentences() throws {
    let found = Self.sentences(
      of: try Self.text("Sources/ECSStore/ECSStore.docc/KeepingComponents.md"))
    let named = Self.lines.filter { !$0.hasPrefix("  ") }
    for (sentence, words) in zip(found, named) {
      try #require(sentence.hasPrefix(words), "the article has: \(sentence)")
    }
    #expect(found.count == named.count)
  }

  @Test("are checked by tests that exist")
  func tests() throws {
    for line in Self.lines where line.hasPrefix("  ") {
      let colon = try #require(line.firstRange(of: ": "))
      let file = line[..<colon.lowerBound].dropFirst(2)
      let ending = file.hasPrefix("Benchmarks") ? "txt" : "swift"
      let name = line[colon.upperBound...]
      #expect(try Self.text("Tests/\(file).\(ending)").contains(name), "\(line)")
    }
  }

  /// Returns the sentences of an article, without its code and its headings.
  private static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var isCode = false
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      if isCode || isFence || line.isEmpty || line.hasPrefix("#") {
        isOpen = false
        continue
      }
      let isItem = line.hasPrefix("- ")
      if isItem { isOpen = false }
      for word in line.dropFirst(isItem ? 2 : 0).split(separator: " ") {
        let isAfterEnd = sentences.last?.last.map { ".:".contains($0) } ?? true
        let isFirst = word.first.map { $0.isUppercase || "`<*".contains($0) } ?? false
        if isOpen, !(isAfterEnd && isFirst) {
          sentences[sentences.count - 1] += " \(word)"
        } else {
          sentences.append(String(word))
          isOpen = true
        }
      }
    }
    return sentences
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(of: path), "\(path)"), as: UTF8.self)
  }
}
