"""What an import made of a file: read, ignored with a reason, refused with a reason."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from arbiter_rules.errors import FieldError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Notice:
    """A place in the file, and what was found and expected there (`allowed` empty: ignored, nothing to mend)."""

    line: int
    field: str
    found: str
    allowed: str = ""


@dataclass
class ImportReport(Generic[T]):
    """The entries that were read, in order; `usable` tells whether they may be stored."""

    read: list[T] = field(default_factory=list[T])
    ignored: list[Notice] = field(default_factory=list[Notice])
    refused: list[Notice] = field(default_factory=list[Notice])

    @property
    def usable(self) -> bool:
        """Nothing is stored of a file of which something was refused."""
        return bool(self.read) and not self.refused

    def ignore(self, line: int, field_name: str, found: str) -> None:
        """Note something that does no harm."""
        self.ignored.append(Notice(line, field_name, found[:80]))

    def refuse(self, line: int, error: FieldError) -> None:
        """Note something that stops the import."""
        self.refused.append(Notice(line, error.field, error.found, error.allowed))


def decode(data: bytes, most: int = 5_000_000) -> str:
    """The text of a file in UTF-8, UTF-16 with its mark, or Windows' Western code page; line ends as they come."""
    if len(data) > most:
        raise FieldError("file", f"{len(data)} bytes", f"at most {most}")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise FieldError("file.encoding", "UTF-16 that breaks off", "UTF-8 or complete UTF-16") from None
    if b"\x00" in data:
        raise FieldError("file.encoding", "bytes of zero", "a text file in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
