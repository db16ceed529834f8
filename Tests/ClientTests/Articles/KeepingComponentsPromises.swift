import TestSupport
import Testing

/// Each sentence of *Storing components*, in its order, with the tests that check it.
@Suite("The promises of Storing components")
struct KeepingComponentsPromises {
  /// The first words of each sentence; below it the tests, each with its file below `Tests`.
  ///
  /// A sentence without a test only introduces what follows, or gives advice.
  private static let table = """
    Store components in a file
      ECSStoreTests/ComponentStoreTests: entities and their components are restored when the store
    A stored component conforms to
    A `Codable` component needs only a stored name
      ClientTests/Articles/KeepingComponentsProgram: the article's program saves data as the article
    A component refers to an entity by
      ClientTests/Articles/KeepingComponentsProgram: the article's program saves data as the article
    The stored name must never change
      ClientTests/Articles/KeepingComponentsProgram: the article's program saves data as the article
    You can rename the type
    A ``ComponentStore`` follows a context
    After any change of a stored component
      ClientTests/FollowingStoreTests: writes the values, links and order of the context to its file
    A transaction of the store is on the disk
    If the write fails
      ECSStoreTests/ComponentStoreTests: a file that cannot be written rolls the changes back, and
    The next start of the program loads
      ECSStoreTests/ComponentStoreTests: entities and their components are restored when the store
    Handles are new, but ids stay
      ECSStoreTests/ComponentStoreTests: entities and their components are restored when the store
    The file is an append-only log
      ECSStoreTests/ComponentStoreTests: only the net change of stored components is written
    A damaged line does not affect
      ECSStoreTests/LogContentsTests: every flipped bit is reported, and no other line is affected
    <doc:Durability> lists all
    With ``ComponentStore/Saving/onRequest``, a change outside
      ECSStoreTests/ComponentStoreTests+Following: a change outside a transaction is unsaved until
    Changes by observers, systems and relations
      ECSStoreTests/ComponentStoreTests+Following: changes that an observer makes in response are
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    With ``ComponentStore/Saving/always(onFailure:)``, each outermost call
      ECSStoreTests/ComponentStoreTests+Following: a store that always writes rolls back and reports
    The store decides after the last observer
      ECSStoreTests/ComponentStoreTests+Following: a store that always writes rolls back and reports
    If the changes cannot be written
      ECSStoreTests/ComponentStoreTests+Following: a store that always writes rolls back and reports
    Histories, undo stacks and observations never
      ECSStoreTests/ComponentStoreTests+Following: a store that always writes rolls back and reports
    So if a change has an effect
    Inside another transaction or an observer
    If that call rolls the changes back
      ECSStoreTests/ComponentStoreTests+Following: changes rolled back around a transaction of the
    A context has one store
    A second store refuses
      ECSStoreTests/ComponentStoreTests+Following: a context's second store loads and writes nothing
    The file contains the undo steps
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
    An `UndoStack` of ECSHistory has these steps
      ECSStoreTests/DurableUndoTests: steps of an earlier run can be undone and redone, with their
    A stack created from a context has the same interface
      ECSHistoryTests/UndoStackTests: a step is a labelled transaction that undo and redo reproduce
    **Undo is a change** like any other
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/DurableUndoTests: an undo that cannot be written changes nothing and can be
    The file records the undo
      ECSStoreTests/DurableUndoTests: steps of an earlier run can be undone and redone, with their
    **Undo changes only the values of its step.**
      ECSStoreTests/DurableUndoTests: undoing a step of an earlier run changes nothing else and runs
    **A replaced step is skipped.**
      ECSStoreTests/DurableUndoTests: a step whose values others have changed is skipped
    A stack has the steps of its folder
      ECSStoreTests/DurableUndoTests: changes by another process in the same folder can be undone
    Steps that a merged log brings
      ECSStoreTests/DurableUndoTests: a step whose values others have changed is skipped
    **Consecutive changes with a coalesced label
      ECSStoreTests/DurableUndoTests: typing is one step, in memory and in the file, until something
    **A step of an earlier run** is undone by value
      ECSStoreTests/DurableUndoTests: undoing a step of an earlier run changes nothing else and runs
    Its entities are found by their ids
      ECSStoreTests/DurableUndoTests: undoing a step of an earlier run changes nothing else and runs
    The last 1,000 changes of the file
      ECSStoreTests/DurableUndoTests: a step is known as long as its previous values are
      ECSStoreTests/CompactionTests: the history keeps as many long changes as fit its size, and the
    **Steps that are saved together stay separate**
      ECSStoreTests/DurableUndoTests: steps that are saved together stay separate in the file
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together have the
    A transaction without a net change is not a step.
      ECSStoreTests/UndoSessionsTests: random sessions that save several undos together have the
    Any number of processes may use one file
      ECSStoreTests/ChangeLogSharingTests: eight writers lose nothing, and a reader finds no damage
    ``ComponentStore/refresh(_:)`` reads
      ECSStoreTests/RefreshTests: values, removals and new entities arrive as one change set and
    The sword is in the file again
      ClientTests/Articles/KeepingComponentsProgram: the article's program saves data as the article
    A conflict is a value that is unsaved here
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    It contains the common earlier value
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    The policy is the same as for a sync
    `mine` preserves the unsaved value
      ECSStoreTests/RefreshTests: a value that was changed on both sides is a conflict
    Without a refresh, the value saved last wins
      ECSStoreTests/RefreshTests: a save without a refresh wins as the later change
    A second ``ComponentStore/load()``
      ECSStoreTests/RefreshTests: a second load is a refresh: it applies removals by others and
    A refresh also destroys
      ECSStoreTests/RefreshTests: an entity destroyed by another process is destroyed and stays
      ECSStoreTests/RefreshTests: an entity that is destroyed on one side and changed on the other
    If the form of a component's values changes
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated, and values of a
    The previous type stays
      ClientTests/Articles/KeepingComponentsProgram: the article's program saves data as the article
    The file is not rewritten
      ECSStoreTests/ComponentStoreTests: an older value is migrated on each read and rewritten only
    Old values are migrated each time
      ECSStoreTests/ComponentStoreTests: an older value is migrated on each read and rewritten only
    A line is written in the oldest format
      ECSStoreTests/LogLineTests: a value of version 1 is always written in format 1, and any other
    Values of version 1 use the format
      ECSStoreTests/LogLineTests: a value of version 1 is always written in format 1, and any other
    Values of later versions use format 2
    A program that does not know a format
      ECSStoreTests/ChangeLogTests: a log of a newer format is read and not written to
    ``ComponentStore/rewriteInFormat1()`` makes the file usable
      ECSStoreTests/ComponentStoreTests: converting back to format 1 loses nothing that it can
    For this, a component implements
      ECSStoreTests/ComponentStoreTests: converting back to format 1 loses nothing that it can
    A value is unread if it fails to migrate
    `load()` returns the number of such values
      ECSStoreTests/ReferenceTests: unreadable values are reported, preserved, and not overwritten
    If you set such a component
      ECSStoreTests/ReferenceTests: unreadable values are reported, preserved, and not overwritten
    A value of a later version that others
      ECSStoreTests/RefreshTests: a newer program's unread value is not overwritten
    In that case the transaction or the save fails
      ECSStoreTests/RefreshTests: a newer program's value is a conflict, whichever side wins, and is
    Unread content stays in the file
      ECSStoreTests/ReferenceTests: unreadable values are reported, preserved, and not overwritten
    The entity has it as ``UnreadValues``
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated, and values of a
    They contain the name and the value
      ECSStoreTests/ComponentStoreTests: values of an older version are migrated, and values of a
    An entity inside a component
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components are
    A `Codable` component with an `Entity`
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components are
    Links are stored if their relation has
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components are
    Multiple values of a type and aliases
      ECSStoreTests/ReferenceTests: links, aliases, several values and entities in components are
    For example, if the relation `Cards`
    Each link of a list is a separate line
      ECSStoreTests/LinkEntriesTests: a change of one link is one line, also after the whole list
    In a list of 100,000 links
      ECSStoreTests/LargeListTests: a change of one link of a long list with several owners is one
    Earlier versions wrote a list
    Such a list is still read
      ECSStoreTests/LinkEntriesTests: a list that was written as one value keeps its links, whoever
    Loading first creates the entities
      ECSStoreTests/ReferenceTests: entities are loaded in creation order
    Every referenced entity is stored
      ECSStoreTests/ReferenceTests: an entity without values is stored if another one refers to it
      ECSStoreTests/UndoneReferencesTests: an entity is stored while anything refers to it, even if
    A reference to a missing entity
      ECSStoreTests/ReferenceTests: a reference to a missing entity is reported, stored, and
    It leads nowhere
      ECSStoreTests/ReferenceTests: a reference to a missing entity is reported, stored, and
    As soon as the entity exists
      ECSStoreTests/ReferenceTests: a reference to a missing entity is reported, stored, and
    Delete rules do not run for loaded
      ECSStoreTests/ReferenceTests: delete rules run for changes by the program
    The file also contains an entry for the existence
      ECSStoreTests/ReferenceTests: an entity without values is stored if another one refers to it
    When this entry is removed
      ECSStoreTests/ReferenceTests: a destroyed entity stays destroyed, even for a program that
      ECSStoreTests/UndoneReferencesTests: an entity destroyed again by undo leaves no data, not
    A ``StoredSnapshot`` contains the components
      ECSStoreTests/StoredSnapshotTests: restoring a snapshot into an empty context reproduces it
    Use it for a document
    Restored under new ids
      ECSStoreTests/StoredSnapshotTests: restoring twice under old ids yields one copy, and under
    References within the snapshot
      ECSStoreTests/ReferenceTests: a snapshot includes links, aliases and entities in components,
    Loading is linear in the bytes
      ECSStoreTests/LogReadingTests: a change reads only new entries of others, even after the log
    A change costs only
      ECSStoreTests/LogReadingTests: a change reads only new entries of others, even after the log
    The store remembers its position
      ECSStoreTests/LogReadingTests: a change reads only new entries of others, even after the log
    A file that has grown is rewritten
      ECSStoreTests/RewritingTests: a log is rewritten if as many entries go as stay, but not if one
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
