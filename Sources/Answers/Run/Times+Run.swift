package import CommandLine
package import Marks
import Schedule

extension Times {
  /// Creates a formatter for the times in the output of a run.
  package init(_ run: Run, glyphs: Glyphs? = nil) {
    self.init(
      zone: run.zone, glyphs: glyphs ?? run.presentation.glyphs,
      dayChange: run.schedule.dayChange(in: run.zone))
  }
}
