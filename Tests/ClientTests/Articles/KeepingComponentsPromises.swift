import TestSupport
import Testing

/// Each sentence of *Keeping components*, in its order, with the tests that check it.
@Suite("The promises of Keeping components")
struct KeepingComponentsPromises {
  /// The first words of each sentence; below it the tests, each with its file below `Tests`.
  ///
  /// A sentence without a test only introduces what follows, or gives advice.
  private static let table = """
    Store components in a file
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    A stored component conforms to
    A `Codable` component needs only a stored name
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    A component refers to an entity by
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    The stored name must never change
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    You can rename the type
    A ``ComponentStore`` follows a context
    After any change of a stored component
      ClientTests/FollowingStoreTests: has in its file what the context shows
    A transaction of the store is on the disk
    If the write fails
      ECSStoreTests/ComponentStoreTests: a file that cannot be written rolls the changes back
    The next start of the program loads
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    Handles are new, but ids stay
      ECSStoreTests/ComponentStoreTests: entities and their components are there again
    The file is an append-only log
      ECSStoreTests/ComponentStoreTests: only the net change of what is kept is written
    A damaged line does not affect
      ECSStoreTests/LogContentsTests: every flipped bit is reported, and no other line suffers
    <doc:Durability> lists all
    With ``ComponentStore/Saving/onRequest``, a change outside
      ECSStoreTests/ComponentStoreTests+Following: a change outside a transaction is unsaved
    Changes by observers, systems and relations
      ECSStoreTests/ComponentStoreTests+Following: what an observer changes in response is kept
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    With ``ComponentStore/Saving/always(onFailure:)``, each outermost call
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    The store decides after the last observer
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    If the changes cannot be written
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    Histories, undo stacks and observations never
      ECSStoreTests/ComponentStoreTests+Following: a store that writes always rolls back
    So if a change has an effect
    Inside another transaction or an observer
    If that call rolls the changes back
      ECSStoreTests/ComponentStoreTests+Following: what is rolled back around a transaction
    A context has one store
    A second store refuses
      ECSStoreTests/ComponentStoreTests+Following: a second store of a context loads and writes
    The file contains the undo steps
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
    An `UndoStack` of ECSHistory has these steps
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    A stack created from a context has the same interface
      ECSHistoryTests/UndoStackTests: a step is a transaction with its label
    **Undo is a change** like any other
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/DurableUndoTests: an undo that cannot be written changes nothing
    The file records the undo
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    **Undo changes only the values of its step.**
      ECSStoreTests/DurableUndoTests: undo of a step of an earlier run touches nothing else
    **A replaced step is skipped.**
      ECSStoreTests/DurableUndoTests: a step that others have changed over is passed over
    A stack has the steps of its folder
      ECSStoreTests/DurableUndoTests: what another process did from the same folder
    Steps that a merged log brings
      ECSStoreTests/DurableUndoTests: a step that others have changed over is passed over
    **Consecutive changes with a coalesced label
      ECSStoreTests/DurableUndoTests: typing is one step, in memory and in the file
    **A step of an earlier run** is undone by value
      ECSStoreTests/DurableUndoTests: undo of a step of an earlier run touches nothing else
    Its entities are found by their ids
      ECSStoreTests/DurableUndoTests: undo of a step of an earlier run touches nothing else
    The last 1,000 changes of the file
      ECSStoreTests/DurableUndoTests: a step is known as long as what was there before it
      ECSStoreTests/CompactionTests: of long changes as many are kept as have the bytes
    **Steps that are saved together stay separate**
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together
    A transaction without a net change is not a step.
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together
    Any number of processes may use one file
      ECSStoreTests/ChangeLogSharingTests: eight writers lose nothing
    ``ComponentStore/refresh(_:)`` reads
      ECSStoreTests/RefreshTests: values, removals and new entities arrive as one change set
    The sword is in the file again
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    A conflict is a value that is unsaved here
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    It contains the common earlier value
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    The policy is the same as for a sync
    `mine` preserves the unsaved value
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    Without a refresh, the value saved last wins
      ECSStoreTests/RefreshTests: what is saved without a refresh is the later word
    A second ``ComponentStore/load()``
      ECSStoreTests/RefreshTests: a second load is a refresh
    A refresh also destroys
      ECSStoreTests/RefreshTests: what another process destroyed is destroyed
      ECSStoreTests/RefreshTests: an entity that is destroyed on one side and changed on the other
    If the form of a component's values changes
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated
    The previous type stays
      ClientTests/Articles/KeepingComponentsProgram: the article's program keeps what
    The file is not rewritten
      ECSStoreTests/ComponentStoreTests: an older value is migrated each time it is read
    Old values are migrated each time
      ECSStoreTests/ComponentStoreTests: an older value is migrated each time it is read
    A line is written in the oldest format
      ECSStoreTests/LogLineTests: a value of version 1 is written in format 1
    Values of version 1 use the format
      ECSStoreTests/LogLineTests: a value of version 1 is written in format 1
    Values of later versions use format 2
    A program that knows only format 1
      ECSStoreTests/ChangeLogTests: a log of a newer format is read and not written to
    ``ComponentStore/rewriteInFormat1()`` makes the file usable
      ECSStoreTests/ComponentStoreTests: format 1 can be had back
    For this, a component implements
      ECSStoreTests/ComponentStoreTests: format 1 can be had back
    A value is unread if it fails to migrate
    `load()` returns the number of such values
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    If you set such a component
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    A value of a later version that others
      ECSStoreTests/RefreshTests: what a newer program wrote since is not written over
    In that case the transaction or the save fails
      ECSStoreTests/RefreshTests: what a newer program wrote is a conflict
    Unread content stays in the file
      ECSStoreTests/ReferenceTests: what cannot be read is reported, kept, and not written over
    The entity has it as ``UnreadValues``
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated
    They contain the name and the value
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated
    An entity inside a component
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    A `Codable` component with an `Entity`
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    Links are stored if their relation has
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    Multiple values of a type and aliases
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components
    For example, if the relation `Cards`
    Loading first creates the entities
      ECSStoreTests/ReferenceTests: entities are opened in the order in which they were created
    Every referenced entity is stored
      ECSStoreTests/ReferenceTests: an entity that is only referred to is kept
      ECSStoreTests/UndoneReferencesTests: an entity is kept as long as something refers to it
    A reference to a missing entity
      ECSStoreTests/ReferenceTests: a reference to what is not there is reported and kept
    It leads nowhere
      ECSStoreTests/ReferenceTests: a reference to what is not there is reported and kept
    As soon as the entity exists
      ECSStoreTests/ReferenceTests: a reference to what is not there is reported and kept
    Delete rules do not run for loaded
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    The file also contains an entry for the existence
      ECSStoreTests/ReferenceTests: an entity that is only referred to is kept
    When this entry is removed
      ECSStoreTests/ReferenceTests: what is destroyed stays destroyed
      ECSStoreTests/UndoneReferencesTests: nothing is left of an entity that is destroyed again
    A ``StoredSnapshot`` contains the components
      ECSStoreTests/StoredSnapshotTests: a snapshot restored into an empty context is the same
    Use it for a document
    Restored under new ids
      ECSStoreTests/StoredSnapshotTests: restored twice under its ids it is there once
    References within the snapshot
      ECSStoreTests/ReferenceTests: a snapshot has links, aliases and entities in components
    **An entity is not an object.**
    There is no store coordinator
    **An id belongs to an entity**
    To find a component
    **A save is complete or has no effect**
      ECSStoreTests/ComponentStoreTests: a body that throws leaves context and file as they were
      ECSStoreTests/ComponentStoreTests: a component that cannot be stored is named
    **Undo survives restarts**
      ECSStoreTests/DurableUndoTests: the steps of an earlier run are undone and redone
    **Changes by observers**
      ECSStoreTests/ComponentStoreTests+Following: what an observer changes in response is kept
    Do not list derived components
    Derive them after loading
    Loading is linear in the bytes
      ECSStoreTests/LogReadingTests: a change reads what others wrote, and not the whole log
    A change costs only
      ECSStoreTests/LogReadingTests: a change reads what others wrote, and not the whole log
    The store remembers its position
      ECSStoreTests/LogReadingTests: a change reads what others wrote, and not the whole log
    A file that has grown is rewritten
      ECSStoreTests/RewritingTests: a log is rewritten if as many entries go as stay
    Components that are not stored
      Benchmarks/gates: w2_set_unkept
    A change of a stored component
      Benchmarks/gates: w2_set_kept
    A snapshot takes about
      Benchmarks/gates: w10_snapshot_out
      Benchmarks/gates: w10_snapshot_in
    This is 145 to 290 MB
    Reading the lines takes
    Values with only the default
    If speed matters
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
