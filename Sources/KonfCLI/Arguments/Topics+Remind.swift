import CommandLine

extension CommandTable {
  /// The topic of reminders, which other programs give.
  static let remind = TopicDefinition(
    "remind", summary: "reminders before your talks, with cron, systemd or launchd",
    discussion: [
      .paragraph(
        """
        konf has no process of its own that waits. konf next --mine --in 15m --exit-status ends \
        with 0 if something that you starred starts in the next 15 minutes, else with 1. If the \
        clock of the system asks every ten minutes, you are warned 5 to 15 minutes ahead.
        """),
      .paragraph("A script that asks and shows a window, as ~/.local/bin/konf-remind:"),
      .verbatim([
        "#!/bin/sh",
        "PATH=$HOME/.local/bin:/usr/local/bin:/opt/homebrew/bin:$PATH",
        "n=$(konf next --mine --in 15m --exit-status) || exit 0",
        "if command -v osascript >/dev/null; then",
        "  osascript -e 'on run a' \\",
        "    -e 'display notification (item 1 of a) with title \"konf\"' \\",
        "    -e 'end run' \"$n\"",
        "else",
        "  bus=unix:path=/run/user/$(id -u)/bus",
        "  DBUS_SESSION_BUS_ADDRESS=${DBUS_SESSION_BUS_ADDRESS:-$bus}",
        "  export DBUS_SESSION_BUS_ADDRESS",
        "  notify-send konf \"$n\"",
        "fi",
      ]),
      .paragraph("Make it a program with chmod +x. With cron, a line for crontab -e:"),
      .verbatim(["*/10 * * * * $HOME/.local/bin/konf-remind"]),
      .paragraph(
        """
        With systemd, as ~/.config/systemd/user/konf.service and konf.timer; then systemctl --user \
        enable --now konf.timer:
        """),
      .verbatim([
        "[Service]", "Type=oneshot", "ExecStart=%h/.local/bin/konf-remind", "", "[Timer]",
        "OnCalendar=*:0/10", "", "[Install]", "WantedBy=timers.target",
      ]),
      .paragraph(
        """
        On macOS cron works, too. With launchd, as ~/Library/LaunchAgents/konf.plist; then launchctl \
        load ~/Library/LaunchAgents/konf.plist:
        """),
      .verbatim([
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<plist version="1.0"><dict>"#,
        "<key>Label</key><string>konf</string>",
        "<key>ProgramArguments</key><array>",
        "<string>/bin/sh</string><string>-c</string>",
        "<string>exec $HOME/.local/bin/konf-remind</string></array>",
        "<key>StartInterval</key><integer>600</integer>",
        "</dict></plist>",
      ]),
      .paragraph(
        "For a phone, konf export --mine --as ics --alarm 10m makes a calendar with alarms."),
    ])
}
