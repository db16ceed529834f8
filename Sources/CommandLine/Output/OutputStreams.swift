/// The complete output of a run and its exit status.
package struct Output: Equatable, Sendable {
  let answer: Answer
  package let err: [UInt8]
  package let status: ExitStatus
  /// The shell command of the pager, or nil to write the output directly.
  package let pager: String?
  /// True if the run saved a change to disk.
  package let isChangeKept: Bool

  /// The bytes for standard output, in one array.
  package var out: [UInt8] { answer.bytes }

  package init(
    out: [UInt8] = [], err: [UInt8] = [], status: ExitStatus = .success, isChangeKept: Bool = false
  ) {
    var answer = Answer()
    answer.add(out)
    self.init(answer, err: err, status: status, isChangeKept: isChangeKept)
  }

  fileprivate init(
    _ answer: Answer, err: [UInt8], status: ExitStatus, pager: String? = nil,
    isChangeKept: Bool = false
  ) {
    self.answer = answer
    self.err = err
    self.status = status
    self.pager = pager
    self.isChangeKept = isChangeKept
  }
}

/// The standard output and standard error of a run, collected until the run ends.
///
/// Every command writes to this type, and `ProcessStreams.deliver` writes the resulting ``Output``.
/// Results go to standard output. Remarks and errors go to standard error. Only safe text, JSON and
/// the program's own documents are accepted, so text from a file never reaches a terminal
/// unescaped.
package struct OutputStreams: Sendable {
  package let presentation: Presentation

  /// The standard output collected so far.
  ///
  /// If the output exceeds its limit, `finished` discards it.
  package private(set) var answer = Answer()
  private var err: [UInt8] = []
  /// True if the run saved a change to disk, even if its output is lost.
  package var isChangeKept = false

  package init(_ presentation: Presentation) {
    self.presentation = presentation
  }

  package mutating func write(_ line: Line) {
    answer.add(line, presentation)
  }

  package mutating func write(_ lines: [Line]) {
    for line in lines { write(line) }
  }

  package mutating func write(_ text: Answer) {
    answer.add(text)
  }

  /// Sets the maximum size of the standard output, in bytes; nil means no limit.
  package mutating func bound(to limit: Int?) {
    answer.limit = limit
  }

  /// Adds a JSON value to the standard output, indented if the presentation requires it.
  package mutating func write(_ json: JSONOutput) {
    var writer = JSONWriter(
      isIndented: presentation.indentsJSON, isColored: presentation.colorsData, behind: answer)
    answer = Answer()
    writer.write(json)
    writer.endLine()
    answer = writer.answer
  }

  /// Adds records to the standard output, in the requested form.
  ///
  /// `record` is not called after the output exceeds its limit.
  package mutating func write<Subject, Item: Record>(
    _ subjects: some Sequence<Subject>, as record: (Subject) -> Item
  ) {
    let data = presentation.data ?? DataFormat(.array)
    var writer = RecordWriter<Item>(data, presentation, behind: answer)
    answer = Answer()
    for subject in subjects where !writer.isOver { writer.add(record(subject)) }
    answer = writer.finished()
  }

  package mutating func write(_ records: [some Record]) {
    write(records, as: { $0 })
  }

  /// Adds a trusted document unchanged.
  ///
  /// The document must consist of the program's own words and safe text. It must end with a line
  /// break or be empty.
  package mutating func write(ownDocument document: [UInt8]) {
    answer.add(document)
  }

  /// Adds a remark or an error, prefixed with the name of the program.
  ///
  /// Remarks are omitted if the presentation hides them. On a terminal, the text is wrapped with a
  /// hanging indent. Otherwise the text is on one line, so that programs can read it.
  package mutating func note(_ text: SafeText, _ style: Style = .note) {
    if style != .error, !presentation.showsRemarks { return }
    // An indented text continues the text before it.
    if presentation.isSpoken, text.string.hasPrefix("  ") { return write(note: Line(text).spoken) }
    let line: Line = "\("\(presentation.program):", style) \(text)"
    let indent = presentation.program.utf8.count + 2
    guard let width = presentation.notesWidth, line.width > width else { return write(note: line) }
    // Wrapped lines keep the indentation of the text.
    let blanks = text.string.utf8.prefix { $0 == 0x20 }.count
    let lines = Line(text).wrapped(to: width - indent, indent: blanks, hanging: blanks)
    for (number, line) in lines.enumerated() {
      write(
        note: number == 0
          ? "\("\(presentation.program):", style) \(line)" : "\(SafeText.spaces(indent))\(line)")
    }
  }

  /// Adds a remark if the output is verbose.
  package mutating func detail(_ text: @autoclosure () -> SafeText) {
    if presentation.showsDetails { note(text()) }
  }

  private mutating func write(note line: Line) {
    err +=
      line.rendered(
        color: presentation.colorsNotes, isolating: presentation.notesWidth != nil
      ).utf8
    err.append(UInt8(ascii: "\n"))
  }

  /// Adds a usage error and, if the error has a hint, the hint.
  package mutating func note(_ error: UsageError) {
    note(error.message(in: presentation.program), .error)
    if let hint = error.hint { note(hint) }
  }

  /// Ends the run and returns its output.
  ///
  /// Standard output that exceeds its limit is replaced with an error.
  package consuming func finished(_ status: ExitStatus) -> Output {
    guard answer.isOver, let limit = answer.limit else {
      let pager = presentation.paging.flatMap { paging in
        answer.hasLines(paging.rows) ? paging.command : nil
      }
      return Output(
        answer, err: err, status: status, pager: pager, isChangeKept: isChangeKept)
    }
    note(
      """
      the output is larger than \(limit >> 20) MiB because it repeats parts of the schedule many \
      times; narrow it, for example with --day or --location
      """, .error)
    return Output(Answer(), err: err, status: .badData, isChangeKept: isChangeKept)
  }
}

extension Answer: TextOutputStream {
  package mutating func write(_ text: String) { add(text.utf8) }

  package mutating func add(_ line: Line, _ presentation: Presentation) {
    (presentation.isSpoken ? line.spoken : line).write(
      to: &self, color: presentation.colorsOutput, links: presentation.linksOutput,
      isolating: presentation.isolatesOutput)
    add(CollectionOfOne(UInt8(ascii: "\n")))
  }
}
