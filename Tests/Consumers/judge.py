"""Compares what programs read with what konf lists."""
import datetime


class Wrong(Exception):
    """Something that a program does not read as konf means it."""


def utc(text):
    moment = datetime.datetime.fromisoformat(text)
    return moment.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


def expected(sessions):
    """What konf lists: title, start, end and locations of each session."""
    return sorted((' '.join(each['title'].split()), utc(each['start']), utc(each['end']),
                   each['location'] if isinstance(each.get('location'), str) else
                   ', '.join(place['name'] for place in each.get('locations') or [])) for each in sessions)


def shown(events):
    return sorted((each['title'], each['start'], each['end'], each['location'])
                  for each in events if not each['cancelled'])


def compare(program, found, wanted):
    """Compares two lists, or two sets of events by UID and field."""
    if isinstance(found, dict):
        if set(found) != set(wanted):
            raise Wrong('%s: other UIDs: %s' % (program, sorted(set(found) ^ set(wanted))[:4]))
        for uid, event in wanted.items():
            for field, value in event.items():
                if field in found[uid] and found[uid][field] != value:
                    raise Wrong('%s: %s of %s is %r, expected %r' % (program, field, uid, found[uid][field], value))
    elif found != wanted:
        raise Wrong('%s: %s' % (program, [each for each in found if each not in wanted][:3]
                                + ['expected'] + [each for each in wanted if each not in found][:3]))


def moment(value):
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    return value.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


def by_icalendar(data):
    """The events that icalendar reads, by UID."""
    import icalendar
    events = {}
    for event in icalendar.Calendar.from_ical(data).walk('VEVENT'):
        categories = event.get('CATEGORIES', [])
        events[str(event['UID'])] = {
            'sequence': int(event['SEQUENCE']), 'title': str(event['SUMMARY']), 'start': moment(event.decoded('DTSTART')),
            'end': moment(event.decoded('DTEND')), 'location': str(event.get('LOCATION', '')),
            'text': str(event.get('DESCRIPTION', '')), 'url': str(event.get('URL', '')),
            'categories': sorted(str(name) for each in (categories if isinstance(categories, list) else [categories])
                                 for name in each.cats),
            'cancelled': str(event['STATUS']) == 'CANCELLED', 'free': str(event.get('TRANSP')) == 'TRANSPARENT',
            'alarms': len(event.walk('VALARM'))}
    return events


def latest(paths):
    """The events of calendars that were imported one after the other, by UID."""
    return {uid: event for path in paths for uid, event in by_icalendar(open(path, 'rb').read()).items()}
