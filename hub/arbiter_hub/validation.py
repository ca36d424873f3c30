"""What a check of the framework found wrong, as a phrase: in its own English words for programs, in ours for people."""

import re
from collections.abc import Mapping
from typing import Any, Final

from arbiter_hub.phrases import N_, Phrase

#: By the framework's name of the fault; the facts are those that it gives with it.
MESSAGES: Final[Mapping[str, str]] = {
    "missing": N_("something must be given here"),
    "literal_error": N_("one of {expected}"),
    "enum": N_("one of {expected}"),
    "int_parsing": N_("a whole number"),
    "int_type": N_("a whole number"),
    "int_from_float": N_("a whole number"),
    "int_parsing_size": N_("a smaller number"),
    "float_parsing": N_("a number"),
    "bool_parsing": N_("true or false"),
    "bool_type": N_("true or false"),
    "string_type": N_("a text"),
    "greater_than_equal": N_("at least {ge}"),
    "less_than_equal": N_("at most {le}"),
    "greater_than": N_("more than {gt}"),
    "less_than": N_("less than {lt}"),
    "string_too_short": N_("a text of at least {min_length} letters"),
    "string_too_long": N_("a text of at most {max_length} letters"),
    "too_long": N_("at most {max_length} of them"),
    "string_pattern_mismatch": N_("a text of the form {pattern}"),
    "date_from_datetime_parsing": N_("a day like 2026-03-31"),
    "date_parsing": N_("a day like 2026-03-31"),
    "extra_forbidden": N_("nothing of this name"),
}


def allowed(fault: Mapping[str, Any]) -> str:
    """What one fault of a validation error would have accepted."""
    text, message = str(fault["msg"]), MESSAGES.get(str(fault["type"]))
    if message is None:
        return text
    facts = dict(fault.get("ctx", {}))
    if "expected" in facts:
        # The framework writes "'bar' or 'corner'".
        facts["expected"] = ", ".join(re.findall(r"'([^']*)'", str(facts["expected"])))
    return Phrase(message, text=text, **facts)
