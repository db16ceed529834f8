import CommandLine

/// A ticket from one city to another: what the example prints.
private struct FareRecord: Record {
  let city: String
  let cents: Int

  static let fields: [Field<FareRecord>] = [
    Field("city", .text) { .string($0.city) },
    Field("price", .number(from: 0)) { .hundredths($0.cents) },
  ]
}

/// `fare to CITY`, the command of the example.
private enum ToCommand: Command {
  static let name = "to"
  static let persons = Option<Int>("persons", short: "p", "N", in: 1...9, help: "how many travel")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "what a ticket costs",
      operands: [OperandDefinition("CITY", naming: .words(Array(Fare.cents.keys).sorted()))],
      options: [persons.definition],
      discussion: [.paragraph("Children pay as well.")],
      examples: [Example("fare to kiel -p 2", "two tickets to Kiel")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { FareRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    let city = invocation.operands[0].lowercased()
    guard let one = Fare.cents[city] else {
      return streams.finished(
        Failure(.notFound, "to: no train goes to \"\(city)\"; expected kiel or oslo"))
    }
    let fare = FareRecord(city: city, cents: one * (invocation[persons] ?? 1))
    if streams.presentation.data != nil {
      streams.write([fare])
    } else {
      streams.write("\(fare.city, .strong)  \(fare.cents / 100) EUR")
    }
    return streams.finished(.success)
  }
}

/// The example: a program of one command, with an option, JSON and help.
enum Fare {
  static let cents = ["kiel": 1_950, "oslo": 8_900]

  static let table = CommandTable(
    of: "fare", summary: "what trains cost",
    groups: [CommandGroup("Travel", [ToCommand.self, HelpOfFare.self])],
    defaults: CommandTable.Defaults(
      none: HelpOfFare.self, help: HelpOfFare.self, version: HelpOfFare.self),
    options: [CommonOption.json.definition, CommonOption.help.definition])

  static func run(_ words: String...) -> Output {
    let environment = RunEnvironment(arguments: words.map { Array($0.utf8) })
    do throws(UsageError) {
      let invocation = try table.parse(environment.arguments)
      let data: DataFormat? = invocation[CommonOption.json].map { _ in DataFormat(.array) }
      return invocation.command.run(
        invocation, environment, OutputStreams(Presentation(of: "fare", data: data)))
    } catch {
      var streams = OutputStreams(Presentation(of: "fare"))
      streams.note(error)
      return streams.finished(.usage)
    }
  }
}

private enum HelpOfFare: Command {
  static let name = "help"
  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "explain", operands: [OperandDefinition("COMMAND", .optional)])
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    do throws(UsageError) {
      streams.write(try Fare.table.help(on: invocation.operands.first, streams.presentation))
      return streams.finished(.success)
    } catch {
      streams.note(error)
      return streams.finished(.usage)
    }
  }
}
