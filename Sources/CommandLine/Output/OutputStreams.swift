/// All that a run says and how it ends.
package struct Output: Equatable, Sendable {
  /// What goes to the standard output.
  let answer: Answer
  /// The bytes for the standard error.
  package let err: [UInt8]
  /// How the run ended.
  package let status: ExitStatus
  /// The command that shows the answer, as a shell reads it; nil if it is written at once.
  package let pager: String?
  /// Whether the run changed what is kept, and the change is on the disk.
  package let isChangeKept: Bool

  /// The bytes for the standard output.
  package var out: [UInt8] { answer.bytes }

  /// Creates the outcome of a run.
  ///
  /// - Parameters:
  ///   - out: The bytes for the standard output.
  ///   - err: The bytes for the standard error.
  ///   - status: How the run ended.
  ///   - isChangeKept: Whether the run changed what is kept.
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

/// Collects what a run says.
///
/// Results go to the standard output, remarks and failures to the standard error. Only clean text
/// and JSON are accepted, so that no foreign text reaches a terminal as it is.
package struct OutputStreams: Sendable {
  /// How the answer is laid out.
  package let presentation: Presentation

  /// The answer so far; one that is over its bound is refused at the end.
  package private(set) var answer = Answer()
  private var err: [UInt8] = []
  /// Whether a change that the run made is on the disk, whatever becomes of its answer.
  package var isChangeKept = false

  /// Starts collecting.
  ///
  /// - Parameter presentation: How the answer is laid out.
  package init(_ presentation: Presentation) {
    self.presentation = presentation
  }

  /// Adds a line to the result.
  ///
  /// - Parameter line: The line; it is not wrapped.
  package mutating func write(_ line: Line) {
    answer.add(line, presentation)
  }

  /// Adds lines to the result.
  ///
  /// - Parameter lines: The lines; they are not wrapped.
  package mutating func write(_ lines: [Line]) {
    for line in lines { write(line) }
  }

  /// Adds a page to the result.
  ///
  /// - Parameter text: The text of the page.
  package mutating func write(_ text: Answer) {
    answer.add(text)
  }

  /// Bounds the answer.
  ///
  /// - Parameter limit: The most bytes of it; nil for as many as there are.
  package mutating func bound(to limit: Int?) {
    answer.limit = limit
  }

  /// Adds a value that is no list of records to the result, compact or spread over lines as the
  /// presentation has it.
  ///
  /// - Parameter json: The value.
  package mutating func write(_ json: JSONOutput) {
    var writer = JSONWriter(
      isIndented: presentation.indentsJSON, isColored: presentation.colorsData, behind: answer)
    answer = Answer()
    writer.write(json)
    writer.endLine()
    answer = writer.answer
  }

  /// Adds records to the result, in the requested form.
  ///
  /// - Parameters:
  ///   - subjects: What the records are about.
  ///   - record: Makes the record of one of them; not called again once the answer is over its
  ///     bound.
  package mutating func write<Subject, Item: Record>(
    _ subjects: some Sequence<Subject>, as record: (Subject) -> Item
  ) {
    let data = presentation.data ?? DataFormat(.array)
    var writer = RecordWriter<Item>(data, presentation, behind: answer)
    answer = Answer()
    for subject in subjects where !writer.isOver { writer.add(record(subject)) }
    answer = writer.finished()
  }

  /// Adds records to the result, in the requested form.
  ///
  /// - Parameter records: The records.
  package mutating func write(_ records: [some Record]) {
    write(records, as: { $0 })
  }

  /// Adds a document that the program made from its own words and clean text, without changes.
  ///
  /// - Parameter document: Text that ends with a line break, or none.
  package mutating func write(ownDocument document: [UInt8]) {
    answer.add(document)
  }

  /// Adds a remark or a failure, after the name of the program.
  ///
  /// Remarks are left out if the presentation shows none. On a terminal a text is wrapped, and all
  /// its lines but the first are indented; elsewhere it is one line, so that programs can read it.
  ///
  /// - Parameters:
  ///   - text: What there is to say.
  ///   - style: Whether it is a remark or a failure.
  package mutating func note(_ text: SafeText, _ style: Style = .note) {
    if style != .error, !presentation.showsRemarks { return }
    let line: Line = "\("\(presentation.program):", style) \(text)"
    let indent = presentation.program.utf8.count + 2
    guard let width = presentation.notesWidth, line.width > width else { return write(note: line) }
    // Wrapped lines keep the indentation.
    let blanks = text.string.utf8.prefix { $0 == 0x20 }.count
    let lines = Line(text).wrapped(to: width - indent, indent: blanks, hanging: blanks)
    for (number, line) in lines.enumerated() {
      write(
        note: number == 0
          ? "\("\(presentation.program):", style) \(line)" : "\(SafeText.spaces(indent))\(line)")
    }
  }

  /// Adds a remark that helps to understand a run, if the presentation shows such details.
  ///
  /// - Parameter text: What there is to say; made only if it is written.
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

  /// Adds the mistake in the command line, and the most likely correction.
  ///
  /// - Parameter error: What is wrong.
  package mutating func note(_ error: UsageError) {
    note(error.message(in: presentation.program), .error)
    if let hint = error.hint { note(hint) }
  }

  /// Ends collecting.
  ///
  /// - Parameter status: How the run ended.
  /// - Returns: All that was said.
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
      the answer is larger than \(limit >> 20) MiB, since it repeats parts of the schedule many \
      times; ask for less of it, as with --day or --location
      """, .error)
    return Output(Answer(), err: err, status: .badData, isChangeKept: isChangeKept)
  }
}

extension Answer: TextOutputStream {
  /// Adds a text.
  package mutating func write(_ text: String) { add(text.utf8) }

  /// Adds a line of text.
  package mutating func add(_ line: Line, _ presentation: Presentation) {
    line.write(
      to: &self, color: presentation.colorsOutput, links: presentation.linksOutput,
      isolating: presentation.isolatesOutput)
    add(CollectionOfOne(UInt8(ascii: "\n")))
  }
}
