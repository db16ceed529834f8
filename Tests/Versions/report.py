"""Tables of failures, and cases in short form."""
import textwrap


def table(title, counts, runs):
    """Prints a number for each group and form, and a dot for a group and form that ran without."""
    groups, forms = (list(dict.fromkeys(sorted(each[index] for each in runs))) for index in (0, 1))
    forms = [form for form in forms if any(counts[group, form] for group in groups)]
    groups = [group for group in groups if any(counts[group, form] for form in forms)]
    print('\n%s: %d of %d' % (title, sum(counts.values()), sum(runs.values())))
    heads = [textwrap.wrap(form, 7, break_on_hyphens=False) for form in forms]
    for line in range(max(map(len, heads))):
        print(' ' * 22 + ''.join('%8s' % (head[line] if line < len(head) else '') for head in heads))
    for group in groups:
        cells = ['%d/%d' % (counts[group, form], runs[group, form]) if counts is not runs else str(runs[group, form])
                 for form in forms]
        cells = ['' if not runs[group, form] else '.' if not counts[group, form] else cell
                 for form, cell in zip(forms, cells)]
        print('%-22s' % group + ''.join('%8s' % cell for cell in cells))


def smallest(found):
    """Three cases with the fewest edits, of different groups and forms if there are."""
    found = sorted(found, key=lambda each: (each[0].name.count('+'), len(str(each[1]))))
    chosen = []
    for seen in (lambda each: (each[0].group,), lambda each: (each[0].group, each[0].form), id):
        for each in found:
            if len(chosen) < 3 and seen(each) not in map(seen, chosen):
                chosen.append(each)
    return chosen


def line(talk, form):
    start = 'day %d %02d:%02d' % (talk.start // 1440 + 1, talk.start % 1440 // 60, talk.start % 60)
    return '%s  [%s] "%s" by %s, %s, %d min, %s, %s, %s' % (
        talk.key, form.shown(talk) + (' ' + str(talk.number) if form.ids[1:] else ''), talk.title,
        ' & '.join(talk.people) or 'nobody', start, talk.length, talk.location, talk.track, talk.language)


def lines(case):
    """The talks that are edited, and those with their titles."""
    before, after = ({talk.key: line(talk, case.form) for talk in event.talks} for event in (case.old, case.new))
    changed = {key for key in {**before, **after} if before.get(key) != after.get(key)}
    titles = {talk.title for talk in case.old.talks if talk.key in changed}
    others = [talk.key for talk in case.old.talks if talk.key not in changed]
    for key in sorted(changed):
        yield from (sign + talks[key] for sign, talks in (('- ', before), ('+ ', after)) if key in talks)
    yield from ('  ' + before[talk.key] for talk in case.old.talks if talk.key in others and talk.title in titles)
    yield '  %d talks stay as they are' % len(others)
