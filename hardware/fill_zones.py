"""Fills the ground planes of a board file in place. Run by the Python that KiCad's own module is built for."""

import sys

import pcbnew


def main() -> int:
    if not pcbnew.GetBuildVersion().startswith("9."):
        sys.stderr.write(f"fill_zones: found KiCad {pcbnew.GetBuildVersion()}, allowed 9\n")
        return 3
    board = pcbnew.LoadBoard(sys.argv[1])
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.Save(sys.argv[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
