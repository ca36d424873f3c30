"""The hub as a process that can be killed; forked from one that has its imports done, so that it is up at once."""

import multiprocessing
import os
from multiprocessing.process import BaseProcess as Process
from typing import Any

from rich.console import Console

from arbiter_hub.app import OPTIONAL
from arbiter_hub.serve import run
from arbiter_hub.settings import Settings


def serve(settings: dict[str, Any]) -> None:
    """Run a hub until killed."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - a device, no file
        raise SystemExit(run(Settings(**settings), Console(file=nowhere)))


def start(settings: dict[str, Any]) -> Process:
    """A new hub process."""
    context = multiprocessing.get_context("forkserver")
    # Installed modules only: before Python 3.12.4 it does not know the path to this one, and would say nothing.
    context.set_forkserver_preload([run.__module__, *OPTIONAL])
    process = context.Process(target=serve, args=(settings,), daemon=True)
    process.start()
    return process
