import CommandLine
import Marks
import Schedule

extension Times {
  init(_ run: Run, glyphs: Glyphs? = nil) {
    self.init(
      zone: run.zone, glyphs: glyphs ?? run.presentation.glyphs,
      dayChange: run.schedule.dayChange(in: run.zone))
  }
}
