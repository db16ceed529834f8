import CommandLine

extension CommandTable {
  static let remind = TopicDefinition(
    "remind", summary: "reminders before your talks, with cron, systemd or launchd",
    discussion: [
      .paragraph(
        """
        konf does not run in the background. Have cron, systemd or launchd run this command every \
        ten minutes: konf next --mine --in 15m --exit-status. Its exit status is 0 if an item on \
        your agenda starts in the next 15 minutes, otherwise 1. You are reminded 5 to 15 minutes \
        before the item starts.
        """),
      .paragraph(
        """
        This script runs the command and shows a notification. Save it as \
        ~/.local/bin/konf-remind:
        """),
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
      .paragraph("Make it executable with chmod +x. For cron, add this line with crontab -e:"),
      .verbatim(["*/10 * * * * $HOME/.local/bin/konf-remind"]),
      .paragraph(
        """
        For systemd, save the first section as ~/.config/systemd/user/konf.service and the others \
        as konf.timer in the same folder. Then run systemctl --user enable --now konf.timer:
        """),
      .verbatim([
        "[Service]", "Type=oneshot", "ExecStart=%h/.local/bin/konf-remind", "", "[Timer]",
        "OnCalendar=*:0/10", "", "[Install]", "WantedBy=timers.target",
      ]),
      .paragraph(
        """
        On macOS, use cron or launchd. konf has not been tested with them or with osascript. For \
        launchd, save this as ~/Library/LaunchAgents/konf.plist and run launchctl load \
        ~/Library/LaunchAgents/konf.plist:
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
        "For a phone, use konf export --mine --as ics --alarm 10m to create a calendar with alarms."
      ),
    ])
}
