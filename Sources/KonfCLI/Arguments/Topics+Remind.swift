extension CommandTable {
  /// The topic of reminders, which other programs give.
  static let remind = TopicDefinition(
    "remind", summary: "reminders before your talks, with cron, systemd or launchd",
    discussion: [
      .paragraph(
        """
        konf has no process of its own that waits. konf next --mine --in 10m --exit-status ends \
        with 0 if something that you starred starts in the next ten minutes, else with 1, so that \
        the clock of the system can ask every ten minutes.
        """),
      .paragraph("A line for crontab -e on Linux, with a window on the desktop:"),
      .verbatim([
        #"*/10 * * * * konf next --mine --in 10m --exit-status >~/.next 2>/dev/null \"#,
        #"  && DISPLAY=:0 notify-send konf "$(cat ~/.next)""#,
      ]),
      .paragraph(
        """
        With systemd, as ~/.config/systemd/user/konf.service and konf.timer; then systemctl --user \
        enable --now konf.timer:
        """),
      .verbatim([
        "[Service]", "Type=oneshot",
        #"ExecStart=sh -c 'n=$(konf next --mine --in 10m --exit-status) && notify-send konf "$n"'"#,
        "", "[Timer]", "OnCalendar=*:0/10", "", "[Install]", "WantedBy=timers.target",
      ]),
      .paragraph(
        """
        On macOS, a script that launchd runs every 600 seconds (StartInterval), with the result of \
        konf in a notification:
        """),
      .verbatim([
        "#!/bin/sh",
        "n=$(konf next --mine --in 10m --exit-status) || exit 0",
        #"osascript -e 'on run a' -e 'display notification (item 1 of a) with title "konf"' \"#,
        #"  -e 'end run' "$n""#,
      ]),
      .paragraph(
        "For a phone, konf export --mine --as ics --alarm 10m makes a calendar with alarms."),
    ])
}
