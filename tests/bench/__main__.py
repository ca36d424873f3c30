"""All figures in one run: `make bench`, or `make bench ONLY="clock device"`."""

import importlib
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main(chosen: list[str]) -> None:
    """Run the benchmarks named, by default all, one after the other, and print a row a figure."""
    console = Console()
    table = Table("figure", "measured", "goal", title="Arbiter")
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    unknown = set(chosen) - set(found)
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(found)}")
    for name in chosen or found:
        with console.status(f"measuring: {name}"):
            for row in importlib.import_module(f"bench.bench_{name}").main():
                table.add_row(*row)
        table.add_section()
    console.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
