// Reads the table that konf prints with `konf export --as csv`. FormatDetection calls this reader
// for a file that begins with the header of the table. The rows become records of konf's JSON.

import Basics
import Schedule
import SourceText

extension ScheduleFormat {
  static let konfCSV = ScheduleFormat(
    name: "konf CSV", tables: konf.tables, calendar: konf.calendar, recognizes: { _ in true },
    walk: konf.walk)
}

struct KonfCSV {
  private static let header = TableColumns.names.joined(separator: ",")

  static func hasHeader(_ text: some StringProtocol) -> Bool { text.hasPrefix(header) }

  /// Returns the rows of a table as a JSON list, with each record on the line of its row.
  ///
  /// Appointments and free time are not part of a schedule and are omitted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func json(_ bytes: [UInt8]) -> [UInt8] {
    var table = KonfCSV(rest: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    let names = table.nextRow().cells
    var json = [ASCII.leftBracket]
    var isFirst = true
    while !table.rest.isEmpty {
      json.append(ASCII.lineFeed)
      let (cells, lines) = table.nextRow()
      let row = Dictionary(zip(names, cells)) { first, _ in first }
      if ["session", ""].contains(row["kind"] ?? ""), cells.contains(where: { !$0.isEmpty }) {
        if !isFirst { json.append(ASCII.comma) }
        isFirst = false
        append(row, names, to: &json)
      }
      json += repeatElement(ASCII.lineFeed, count: lines - 1)
    }
    return json + [ASCII.rightBracket]
  }

  private static func append(_ row: [String: String], _ names: [String], to json: inout [UInt8]) {
    json.append(ASCII.leftBrace)
    for name in names where name != "kind" && name != "clashes" {
      guard let cell = row[name] else { continue }
      append(name, cell, to: &json)
      json.append(ASCII.comma)
    }
    // The number at the end of an identifier is the talk's number in its session.
    let parts = (row["id"] ?? "").split(separator: "/", omittingEmptySubsequences: false)
    let isInSession = parts.count > 1 && Int(parts[parts.count - 1]).map { $0 > 0 } ?? false
    append("session", isInSession ? parts.dropLast().joined(separator: "/") : "", to: &json)
    json.append(ASCII.rightBrace)
  }

  private static func append(_ name: String, _ cell: String, to json: inout [UInt8]) {
    JSONText.append(name, to: &json, escaping: .required)
    json.append(ASCII.colon)
    if name == "locations" || name == "speakers" {
      json.append(ASCII.leftBracket)
      let names = cell.isEmpty ? [] : cell.split(separator: ", ").map(String.init)
      for (place, name) in names.enumerated() {
        if place > 0 { json.append(ASCII.comma) }
        JSONText.append(name, to: &json, escaping: .required)
      }
      json.append(ASCII.rightBracket)
    } else if cell.isEmpty {
      json += "null".utf8
    } else {
      JSONText.append(cell, to: &json, escaping: .required)
    }
  }

  // MARK: Rows

  private var rest: ArraySlice<UInt8>

  /// Reads a row, and returns its cells and the number of lines that it occupies.
  ///
  /// - SeeAlso: RFC 4180
  private mutating func nextRow() -> (cells: [String], lines: Int) {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var lines = 1
    reading: while let byte = rest.popFirst() {
      switch byte {
      case ASCII.quote where isQuoted && rest.first == ASCII.quote:
        cell.append(ASCII.quote)
        rest.removeFirst()
      case ASCII.quote: isQuoted.toggle()
      case ASCII.comma where !isQuoted:
        cells.append(Self.text(of: cell))
        cell = []
      case ASCII.lineFeed where !isQuoted: break reading
      case ASCII.carriageReturn where !isQuoted && rest.first == ASCII.lineFeed: break
      default:
        if byte == ASCII.lineFeed { lines += 1 }
        cell.append(byte)
      }
    }
    return (cells + [Self.text(of: cell)], lines)
  }

  /// Returns the string in a cell without the apostrophes that the export puts before formulas.
  private static func text(of cell: [UInt8]) -> String {
    let text = String(decoding: cell, as: UTF8.self)
    guard cell.contains(ASCII.apostrophe) else { return text }
    var kept = ""
    var isAtStart = true
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isGuard =
        isAtStart && scalar == "'" && place + 1 < scalars.count
        && scalars[place + 1].beginsFormula
      if isGuard { continue }
      kept.unicodeScalars.append(scalar)
      isAtStart = scalar == ";" || isAtStart && (scalar == " " || scalar == "\"")
    }
    return kept
  }
}
