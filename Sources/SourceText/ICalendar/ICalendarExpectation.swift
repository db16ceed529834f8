/// What the grammar of iCalendar expects at a position of the text.
package enum ICalendarExpectation: Sendable, Equatable {
  /// The start of the outermost component.
  case start

  /// The name of a property, or of a component after `BEGIN`.
  case name

  /// What comes after the name of a property.
  case colonOrParameter

  /// The name of a parameter with its sign.
  case parameter

  /// The end of a parameter's value in quotes.
  case closingQuote

  /// What comes after the value of a parameter in quotes.
  case colonOrNextParameter

  /// The end of a component that is open.
  case openComponent

  /// A calendar around a component.
  case enclosingCalendar
}

extension ICalendarExpectation: CustomStringConvertible {
  /// What would have been accepted.
  package var description: String {
    switch self {
    case .start: "\"BEGIN:VCALENDAR\""
    case .name: "a name of letters, digits and hyphens"
    case .colonOrParameter: "\":\" or \";\" after the name of a property"
    case .parameter: "the name of a parameter and \"=\""
    case .closingQuote: "the closing quote of the parameter"
    case .colonOrNextParameter: "\":\", \";\" or \",\" after the parameter"
    case .openComponent: "the end of a component that is open"
    case .enclosingCalendar: "it between \"BEGIN:VCALENDAR\" and \"END:VCALENDAR\""
    }
  }
}
