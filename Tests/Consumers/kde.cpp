// Prints the events of KDE's calendar library after it has imported some files one after the other.
#include <KCalendarCore/ICalFormat>
#include <KCalendarCore/MemoryCalendar>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTextStream>
#include <QTimeZone>

using namespace KCalendarCore;

static QString text(const QDateTime &time, bool allDay) {
  return allDay ? time.date().toString(Qt::ISODate) : time.toUTC().toString(Qt::ISODate);
}

int main(int count, char **words) {
  MemoryCalendar::Ptr calendar(new MemoryCalendar(QTimeZone::utc()));
  for (int place = 1; place < count; place++) {
    ICalFormat format;
    if (!format.load(calendar, QString::fromLocal8Bit(words[place]))) return 1;
  }
  QJsonArray events;
  for (const Event::Ptr &event : calendar->rawEvents()) {
    const bool allDay = event->allDay();
    // KDE has the last day of an event of whole days.
    const QDateTime end = allDay ? event->dtEnd().addDays(1) : event->dtEnd();
    events.append(QJsonObject{
        {"uid", event->uid()},
        {"sequence", event->revision()},
        {"title", event->summary()},
        {"start", text(event->dtStart(), allDay)},
        {"end", event->hasEndDate() ? text(end, allDay) : QString()},
        {"location", event->location()},
        {"text", event->description()},
        {"categories", QJsonArray::fromStringList(event->categories())},
        {"url", event->url().toString(QUrl::FullyEncoded)},
        {"cancelled", event->status() == Incidence::StatusCanceled},
        {"free", event->transparency() == Event::Transparent},
        {"alarms", event->alarms().size()},
    });
  }
  QTextStream out(stdout);
  out.setCodec("UTF-8");
  out << QJsonDocument(events).toJson(QJsonDocument::Compact);
}
