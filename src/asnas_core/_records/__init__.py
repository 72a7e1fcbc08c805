"""Records: states and views as JSON, and back. `formats` has the public functions.

`states` and `views` write and read what they are named after, `values` what stands in several of
them, `endings` tells which results a deal can have, and `reading` is strict about all of it.
"""

from asnas_core._records.formats import (
    Recordable,
    from_json,
    from_record,
    to_json,
    to_record,
)

__all__ = ["Recordable", "from_json", "from_record", "to_json", "to_record"]
