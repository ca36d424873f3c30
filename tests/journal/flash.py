"""NOR flash in RAM that can lose power in the middle of any operation, and can have cells that do not take."""

SECTOR = 4096
PAGE = 512  # the cells are kept in pieces, because a small heap has no room for a sector in one


class PowerCut(Exception):  # noqa: N818 - what happens to the device, no mistake of a program
    """The supply failed; the device object is dead, its cells live on."""


class Flash:
    """Programming clears bits, erasing sets them; anything else is a mistake of the journal and raises AssertionError.

    operations  programs and erases so far, counted before each of them
    watch       called with (flash, operation) before each operation
    cut_at      number of the operation in which power fails, having done as much as `tear` says
    fail_at, fail_after  number of the operation that raises OSError before it begins, or when it is done
    stuck       (sector, first offset, last offset) of cells that programming does not change
    """

    def __init__(self, sectors, cells=None):
        self.cells = cells or [
            [bytearray(b"\xff" * PAGE) for _ in range(SECTOR // PAGE)] for _ in range(sectors)
        ]
        self.operations = 0
        self.erases = 0
        self.programs = 0
        self.reads = 0
        self.watch = None
        self.cut_at = None
        self.tear = None
        self.fail_at = None
        self.fail_after = None
        self.stuck = None
        self.dead = False
        self.shared = ()

    def readblocks(self, block, buffer, offset):
        self._alive()
        self.reads += 1
        done = 0
        while done < len(buffer):
            page, at = divmod(offset + done, PAGE)
            count = min(PAGE - at, len(buffer) - done)
            buffer[done : done + count] = memoryview(self.cells[block][page])[at : at + count]
            done += count

    def writeblocks(self, block, buffer, offset):
        assert offset + len(buffer) <= SECTOR, "programmed across a sector"
        self.programs += 1
        self._do(Operation(block, offset, buffer))

    def ioctl(self, operation, argument):
        self._alive()
        if operation == 4:
            return len(self.cells)
        if operation == 5:
            return SECTOR
        assert operation == 6
        self.erases += 1
        self._do(Operation(argument, 0, None))
        return 0

    def reboot(self):
        """The same cells behind a new device object."""
        flash = Flash(0, self.cells)
        flash.shared = self.shared
        return flash

    def copy(self):
        """A device of its own with the same content; only for as long as this one is not written."""
        copy = Flash(0, [list(sector) for sector in self.cells])
        copy.shared = {(sector, page) for sector in range(len(self.cells)) for page in range(SECTOR // PAGE)}
        return copy

    def page(self, sector, page):
        """A page to be written to."""
        if (sector, page) in self.shared:
            self.shared.remove((sector, page))
            self.cells[sector][page] = bytearray(self.cells[sector][page])
        return self.cells[sector][page]

    def _alive(self):
        if self.dead:
            raise PowerCut

    def _do(self, operation):
        self._alive()
        self.operations += 1
        if self.watch:
            self.watch(self, operation)
        if self.operations == self.fail_at:
            raise OSError(5)
        if self.operations == self.cut_at:
            self.dead = True
            operation.tear(self, self.tear)
            raise PowerCut
        operation.apply(self)
        if self.operations == self.fail_after:
            raise OSError(5)


#: What an interrupted operation leaves behind.
TEARS = ("nothing", "one byte", "half", "all but one byte", "some bits", "all")


class Operation:
    """A program (data) or an erase (None)."""

    def __init__(self, sector, offset, data):
        self.sector = sector
        self.offset = offset
        self.data = data
        self.size = SECTOR if data is None else len(data)

    def apply(self, flash):
        """Do all of it; cells that were not erased must not be programmed again, except to clear them for good."""
        for at in range(self.size):
            where = self.offset + at
            if flash.stuck and flash.stuck[0] == self.sector and flash.stuck[1] <= where <= flash.stuck[2]:
                continue
            page = flash.page(self.sector, where // PAGE)
            if self.data is None:
                page[where % PAGE] = 0xFF
            else:
                byte = self.data[at]
                assert byte in (0, page[where % PAGE] & byte), "programming cannot set a bit"
                page[where % PAGE] &= byte

    def tear(self, flash, how):
        """Do as much of it as `how` says."""
        done = {"nothing": 0, "one byte": 1, "half": self.size // 2, "all but one byte": self.size - 1}
        for at in range(done.get(how, self.size)):
            where = self.offset + at
            page = flash.page(self.sector, where // PAGE)
            if self.data is None:
                page[where % PAGE] |= 0xA5 if how == "some bits" else 0xFF
            else:
                page[where % PAGE] &= self.data[at] | (
                    (0x3C if at % 3 else 0x81) if how == "some bits" else 0
                )
