"""JSON in UTF-8 without fractions and arrays, read strictly and alike on both interpreters.

MicroPython's own reader takes `{"a" 1}` and `[1,]`, keeps the last of two equal keys and lets overlong UTF-8
and lone surrogates pass, and its writer follows the order of a hash table. So the core has its own.
Every error is a FieldError whose field is the path of the value ("data.a"), or "payload" outside of any key.
"""

from arbiter_clock.errors import FieldError

_SPACE = b" \t\n\r"
_DIGITS = b"0123456789"
_HEX = b"0123456789abcdefABCDEF"
_LITERALS = ((b"true", True), (b"false", False), (b"null", None))
_ESCAPES = {34: '"', 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}
_MAX_DIGITS = 16  # 2**53 - 1 has sixteen
_MAX_KEY = 40


def quote(text: str) -> str:
    """JSON string of a text without control characters (which no field may hold)."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def is_text(text: str) -> bool:
    """Whether a text has neither control characters nor halves of a surrogate pair."""
    for char in text:
        code = ord(char)
        if code < 0x20 or code == 0x7F or 0xD800 <= code <= 0xDFFF:
            return False
    return True


def is_utf8(data: bytes) -> bool:
    """Whether bytes are well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF."""
    more, low, high = 0, 0x80, 0xBF
    for byte in data:
        if more:
            if not low <= byte <= high:
                return False
            more, low, high = more - 1, 0x80, 0xBF
        elif byte >= 0x80:
            if 0xC2 <= byte <= 0xDF:
                more = 1
            elif 0xE0 <= byte <= 0xEF:
                more = 2
                low = 0xA0 if byte == 0xE0 else 0x80
                high = 0x9F if byte == 0xED else 0xBF
            elif 0xF0 <= byte <= 0xF4:
                more = 3
                low = 0x90 if byte == 0xF0 else 0x80
                high = 0x8F if byte == 0xF4 else 0xBF
            else:
                return False
    return more == 0


def parse_object(data: bytes, max_depth: int) -> "dict[str, object]":
    """Read one JSON object that nests at most `max_depth` deep; FieldError if it is anything else."""
    if not is_utf8(data):
        raise FieldError("payload", repr(data[:40]), "UTF-8")
    reader = _Reader(data)
    if reader.skip_space() != 0x7B:
        raise reader.error("", "a JSON object")
    value = reader.members("", max_depth)
    if reader.skip_space() != -1:
        raise reader.error("", "nothing after the object")
    return value


class _Reader:
    def __init__(self, data: bytes):
        self._data = data
        self._at = 0

    def error(self, path: str, allowed: str) -> FieldError:
        found = self._data[self._at : self._at + 20]
        while not is_utf8(found):  # cut in the middle of a character
            found = found[:-1]
        return FieldError(path or "payload", str(found, "utf-8") or "the end of the message", allowed)

    def skip_space(self) -> int:
        """The next byte that is not white space, not yet consumed; -1 at the end."""
        data = self._data
        while self._at < len(data):
            byte = data[self._at]
            if byte not in _SPACE:
                return byte
            self._at += 1
        return -1

    def members(self, path: str, depth: int) -> "dict[str, object]":
        if depth == 0:
            raise self.error(path, "no deeper nesting")
        self._at += 1
        value: dict[str, object] = {}
        if self.skip_space() == 0x7D:
            self._at += 1
            return value
        while True:
            if self.skip_space() != 0x22:
                raise self.error(path, "a key")
            key = self._string(path)
            inner = (path + "." if path else "") + key[:_MAX_KEY]
            if key in value:
                raise FieldError(inner, "the key twice", "the key once")
            if self.skip_space() != 0x3A:
                raise self.error(inner, "a colon")
            self._at += 1
            value[key] = self._value(inner, depth)
            byte = self.skip_space()
            if byte == 0x7D:
                self._at += 1
                return value
            if byte != 0x2C:
                raise self.error(inner, "a comma or the end of the object")
            self._at += 1

    def _value(self, path: str, depth: int) -> object:
        byte = self.skip_space()
        if byte == 0x22:
            return self._string(path)
        if byte == 0x7B:
            return self.members(path, depth - 1)
        if byte == 0x2D or byte in _DIGITS:
            return self._number(path)
        for word, value in _LITERALS:
            if self._data[self._at : self._at + len(word)] == word:
                self._at += len(word)
                return value
        raise self.error(path, "a whole number, text, an object, true, false or null")

    def _number(self, path: str) -> int:
        data = self._data
        start = self._at
        digits = start + 1 if data[start] == 0x2D else start
        end = digits
        while end < len(data) and data[end] in _DIGITS:
            end += 1
        count = end - digits
        fraction = end < len(data) and data[end] in b".eE"
        if not 0 < count <= _MAX_DIGITS or (count > 1 and data[digits] == 0x30) or fraction:
            raise self.error(path, "a whole number of at most 16 digits, without leading zeros")
        self._at = end
        return int(str(data[start:end], "utf-8"))

    def _string(self, path: str) -> str:
        data = self._data
        self._at += 1
        text = ""
        start = self._at
        while self._at < len(data):
            byte = data[self._at]
            if byte == 0x22:
                text += str(data[start : self._at], "utf-8")
                self._at += 1
                return text
            if byte < 0x20:
                break
            if byte == 0x5C:
                text += str(data[start : self._at], "utf-8") + self._escape(path)
                start = self._at
            else:
                self._at += 1
        raise self.error(path, "text that ends with a quotation mark and has no control characters")

    def _escape(self, path: str) -> str:
        letter = self._data[self._at + 1] if self._at + 1 < len(self._data) else -1
        if letter != 0x75:
            if letter not in _ESCAPES:
                raise self.error(path, "an escape of JSON")
            self._at += 2
            return _ESCAPES[letter]
        code = self._unit(path, self._at)
        self._at += 6
        if 0xD800 <= code <= 0xDBFF:
            low = self._unit(path, self._at)
            if not 0xDC00 <= low <= 0xDFFF:
                raise self.error(path, "the second half of a surrogate pair")
            self._at += 6
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        elif 0xDC00 <= code <= 0xDFFF:
            self._at -= 6
            raise self.error(path, "the first half of a surrogate pair before the second")
        return chr(code)

    def _unit(self, path: str, at: int) -> int:
        """The code unit of a \\uXXXX escape."""
        data = self._data
        unit = data[at : at + 6]
        if len(unit) < 6 or unit[:2] != b"\\u":
            raise self.error(path, "\\u and four hexadecimal digits")
        for byte in unit[2:]:
            if byte not in _HEX:
                raise self.error(path, "\\u and four hexadecimal digits")
        return int(str(unit[2:], "utf-8"), 16)
