/// A key press, a mouse action or a paste.
package enum Key: Hashable, Sendable {
  /// A typed character that is not a control character.
  case character(Character)
  /// A character typed with the Control key. Letters are lowercase.
  case control(Character)
  /// A character typed with the Alt key.
  case alternate(Character)
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end
  /// The Enter key, including the one on the number pad.
  case enter
  case escape
  case tab
  /// Shift-Tab.
  case backTab
  /// The key that deletes the character before the cursor.
  case backspace
  /// The key that deletes the character after the cursor.
  case delete
  /// A click with the main mouse button.
  case click(ScreenPosition)
  case wheelUp
  case wheelDown
  /// Pasted text, never to be treated as commands.
  ///
  /// The text has at most ``KeyDecoder/pasteLimit`` bytes. It contains no control characters except
  /// line breaks and tabs.
  case paste(String)
}
