/// What a user did with the keyboard, or with the mouse while it is in use.
package enum Key: Hashable, Sendable {
  /// A character that was typed; never a control character.
  case character(Character)
  /// A letter together with the control key, in lower case.
  case control(Character)
  /// A character together with the alternate key.
  case alternate(Character)
  /// The arrow that points up.
  case up
  /// The arrow that points down.
  case down
  /// The arrow that points left.
  case left
  /// The arrow that points right.
  case right
  /// A page up.
  case pageUp
  /// A page down.
  case pageDown
  /// The beginning.
  case home
  /// The end.
  case end
  /// The enter key, also that of the number pad.
  case enter
  /// The escape key.
  case escape
  /// The tabulator.
  case tab
  /// The tabulator together with the shift key.
  case backTab
  /// The key that removes what is before the cursor.
  case backspace
  /// The key that removes what is after the cursor.
  case delete
  /// The main button of the mouse, at a position of the screen.
  case click(ScreenPosition)
  /// The wheel of the mouse, turned upwards.
  case wheelUp
  /// The wheel of the mouse, turned downwards.
  case wheelDown
  /// Text that was pasted; it must never act as keys do.
  ///
  /// It has at most ``KeyDecoder/pasteLimit`` bytes, may have line breaks and tabs, and has no other
  /// control characters.
  case paste(String)
}
