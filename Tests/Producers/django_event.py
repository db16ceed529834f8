"""What the events of the producers that are built with Django share."""
import os
import sys

# A text in Markdown with all that readers tend to lose.
MARKDOWN = """# Why

Generics in `Vec<T>` and *emphasis*, [a link](https://example.org/?a=1&b=2).

```swift
let x = Array<Int>(1 << 4)
```

- 5 < 6 & done"""


def set_up(folder, settings):
    """Starts Django with these settings and an empty database in a folder."""
    (folder / "producer_settings.py").write_text(settings)
    sys.path.insert(0, str(folder))
    os.environ["DJANGO_SETTINGS_MODULE"] = "producer_settings"

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
