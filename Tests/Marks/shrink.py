"""Delta debugging: the fewest lines of a script that still fail in the same way."""


def smallest(lines, fails):
    """Removes lines while `fails` holds. The first line, which writes the schedules, stays."""
    head, rest = lines[:1], list(lines[1:])
    size = max(1, len(rest) // 2)
    while True:
        index, is_smaller = 0, False
        while index < len(rest):
            shorter = rest[:index] + rest[index + size:]
            if fails(head + shorter):
                rest, is_smaller = shorter, True
            else:
                index += size
        if size == 1 and not is_smaller:
            return head + rest
        size = max(1, size // 2)
